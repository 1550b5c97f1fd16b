import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { PostSummary } from '../model/post.ts';
import { countPosts, newestPosts, SUMMARY, toSummary } from './posts.ts';

const FEED_LENGTH = 30;
/** The most rows that a backend returns at once. */
const SITEMAP_PAGE = 1_000;

export interface FullPost extends PostSummary {
  readonly updatedAt: string;
  readonly markdown: string;
}

export async function listFullPosts(reader: Reader, categoryId?: string): Promise<readonly FullPost[]> {
  const all = reader.from('posts').select(`${SUMMARY}, content, updated_at`);
  const posts = categoryId === undefined ? all : all.eq('category_id', categoryId);
  const rows = unwrap(await posts.order('published_at', { ascending: false }).order('id').limit(FEED_LENGTH));
  return rows.map((row) => ({ ...toSummary(row), updatedAt: row.updated_at, markdown: row.content }));
}

async function postAddresses(reader: Reader, page: number): Promise<SitemapEntry[]> {
  const posts = newestPosts(reader, { skip: (page - 1) * SITEMAP_PAGE, take: SITEMAP_PAGE });
  const rows = unwrap(await posts.select('slug, updated_at'));
  return rows.map(({ slug, updated_at }) => ({ path: paths.post({ slug }), lastModified: updated_at }));
}

async function categoryAddresses(reader: Reader): Promise<SitemapEntry[]> {
  const rows = unwrap(await reader.from('categories').select('slug').order('name'));
  return rows.map(({ slug }) => ({ path: paths.category({ slug }) }));
}

export const countAddressPages = async (reader: Reader): Promise<number> =>
  Math.max(1, Math.ceil((await countPosts(reader)) / SITEMAP_PAGE));

/** A page of the sitemap, counted from 1; the first page also has the home page and the categories. */
export async function listAddresses(reader: Reader, page: number): Promise<readonly SitemapEntry[]> {
  if (page > 1) return postAddresses(reader, page);
  const [posts, categories] = await Promise.all([postAddresses(reader, page), categoryAddresses(reader)]);
  return [{ path: paths.home, lastModified: posts[0]?.lastModified }, ...categories, ...posts];
}
