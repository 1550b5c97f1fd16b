/** An ad's banner with everything it shows already decided. */
export interface Ad {
  readonly headline: string;
  readonly subtitle: string;
  readonly description: string;
  readonly ctaText: string;
  /** `null` where the call leads nowhere: in a preview, and for an address that may not become a link. */
  readonly ctaUrl: string | null;
}

/** `team` means a workshop for a team; every other type means an online course. */
export const isTeam = (type: string) => type === 'team';

export const headlineFor = (type: string) => (isTeam(type) ? 'Kann Ihr Team KI?' : 'Können Sie KI?');

/** Names the offer when there is one that visitors can see, else the ad's own words. */
export function subtitleFor(type: string, offerTitle: string | null, ownSubtitle: string): string {
  if (offerTitle === null) return ownSubtitle;
  return isTeam(type)
    ? `Unser Workshop „${offerTitle}“ macht es möglich.`
    : `Unser Online-Kurs „${offerTitle}“ macht es möglich.`;
}
