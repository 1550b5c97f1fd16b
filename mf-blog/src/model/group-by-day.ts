import type { PostSummary } from './post.ts';

export interface Day {
  /** Calendar day in the site's time zone, `YYYY-MM-DD`. */
  readonly key: string;
  readonly posts: readonly PostSummary[];
}

/** Groups posts by the day of their publication, in the order in which they come. */
export function groupByDay(posts: readonly PostSummary[]): Day[] {
  const days = Map.groupBy(posts, ({ publishedOn }) => publishedOn);
  return [...days].map(([key, group]) => ({ key, posts: group }));
}
