import type { ShownPicture } from '@ki/shared/contract/pictures.ts';
import type { PreparedText } from '@ki/shared/ui/markdown/prepare-text.ts';

export interface Category {
  readonly name: string;
  readonly slug: string;
}

export interface PostSummary {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly excerpt: string | null;
  readonly author: string;
  readonly commentCount: number;
  readonly publishedAt: string;
  /** The calendar day of publication in the site's time zone, `YYYY-MM-DD`, so that browsers need not compute it. */
  readonly publishedOn: string;
  readonly category: Category | null;
  /** The part that AI had in the text: `none`, `assisted` or `generated`. */
  readonly ai: string;
  readonly picture: ShownPicture | null;
}

export interface Post extends PostSummary {
  readonly updatedAt: string;
  readonly readingMinutes: number;
  readonly description: string;
  /** `null` where the document has it as HTML. */
  readonly article: PreparedText | null;
}
