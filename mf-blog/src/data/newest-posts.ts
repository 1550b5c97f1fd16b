import type { Reader } from '@ki/shared/contract/reader.ts';

interface Asked {
  /** So many that are newer are left out. */
  readonly skip: number;
  /** At most 1,000. */
  readonly take: number;
  /** Without it, of all categories. */
  readonly categorySlug?: string | undefined;
}

/** Asks for a run of the public posts, newest first; far down the list as fast as at its top. */
export const newestPosts = (reader: Reader, { skip, take, categorySlug }: Asked) =>
  reader
    .rpc(
      'newest_posts',
      { skip, take, ...(categorySlug !== undefined && { category_slug: categorySlug }) },
      { get: true },
    )
    .order('published_at', { ascending: false })
    .order('id');
