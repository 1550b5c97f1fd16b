/** A feed with everything it says, addresses absolute. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The page that the feed belongs to, and the feed itself. */
  readonly pageUrl: string;
  readonly feedUrl: string;
  /** ISO 8601: the newest change. */
  readonly updated: string;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly url: string;
  /** Never changes, even if the address does. */
  readonly id: string;
  readonly title: string;
  readonly author: string;
  readonly category: string | null;
  readonly summary: string;
  /** The full text. */
  readonly html: string;
  /** ISO 8601. */
  readonly published: string;
  readonly updated: string;
}
