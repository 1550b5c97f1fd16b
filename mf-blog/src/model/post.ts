import type { PreparedText } from '@ki/shared/ui/markdown/prepared.ts';

export interface Category {
  readonly name: string;
  readonly slug: string;
}

/** A post in a list: everything but its text. */
export interface PostSummary {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string | null;
  readonly author: string;
  readonly commentCount: number;
  /** ISO 8601. Public posts always have one. */
  readonly publishedAt: string;
  /** The calendar day of it in the site's time zone, `YYYY-MM-DD`: whoever shows the post need not work it out. */
  readonly publishedOn: string;
  readonly category: Category | null;
}

export interface Post extends PostSummary {
  /** ISO 8601. */
  readonly updatedAt: string;
  readonly readingMinutes: number;
  /** Plain text for previews: the excerpt, else the beginning of the text. */
  readonly description: string;
  /** `null` where the server has already sent it as HTML. */
  readonly article: PreparedText | null;
}
