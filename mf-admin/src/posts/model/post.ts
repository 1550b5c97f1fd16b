/** A post in the dashboard's table. */
export interface PostRow {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** ISO 8601; null for a draft. */
  readonly publishedAt: string | null;
  readonly state: PublicationState;
}

export type PublicationState = 'draft' | 'scheduled' | 'published';

export function publicationState(publishedAt: string | null, now: number): PublicationState {
  if (publishedAt === null) return 'draft';
  return Date.parse(publishedAt) > now ? 'scheduled' : 'published';
}
