export interface Ad {
  readonly headline: string;
  readonly subtitle: string;
  readonly description: string;
  readonly ctaText: string;
  readonly ctaUrl: string | null;
}

/** `team` stands for a workshop, every other type for an online course. */
export const isTeam = (type: string) => type === 'team';

export const headlineFor = (type: string) => (isTeam(type) ? 'Kann Ihr Team KI?' : 'Können Sie KI?');

/** The offer's name when visitors can see it, else the ad's own subtitle. */
export function subtitleFor(type: string, offerTitle: string | null, ownSubtitle: string): string {
  if (offerTitle === null) return ownSubtitle;
  return isTeam(type)
    ? `Unser Workshop „${offerTitle}“ macht es möglich.`
    : `Unser Online-Kurs „${offerTitle}“ macht es möglich.`;
}
