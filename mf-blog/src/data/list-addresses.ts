import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { countPosts } from './count-posts.ts';
import { newestPosts } from './newest-posts.ts';

/** Posts on a page of the sitemap: backends answer at most so many rows at a time. */
const POSTS = 1_000;

async function postAddresses(reader: Reader, page: number): Promise<SitemapEntry[]> {
  const posts = newestPosts(reader, { skip: (page - 1) * POSTS, take: POSTS });
  const rows = unwrap(await posts.select('slug, updated_at'));
  return rows.map(({ slug, updated_at }) => ({ path: paths.post({ slug }), lastModified: updated_at }));
}

async function categoryAddresses(reader: Reader): Promise<SitemapEntry[]> {
  const rows = unwrap(await reader.from('categories').select('slug').order('name'));
  return rows.map(({ slug }) => ({ path: paths.category({ slug }) }));
}

/** How many pages {@link listAddresses} has. */
export const countAddressPages = async (reader: Reader): Promise<number> =>
  Math.max(1, Math.ceil((await countPosts(reader)) / POSTS));

/** A page of the blog's public addresses, counted from 1; on the first is also what leads to the posts. */
export async function listAddresses(reader: Reader, page: number): Promise<readonly SitemapEntry[]> {
  if (page > 1) return postAddresses(reader, page);
  const [posts, categories] = await Promise.all([postAddresses(reader, page), categoryAddresses(reader)]);
  return [{ path: paths.home, lastModified: posts[0]?.lastModified }, ...categories, ...posts];
}
