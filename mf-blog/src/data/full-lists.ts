import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { PostSummary } from '../model/post.ts';
import { builtInPages, pageAddresses } from './pages.ts';
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

async function countPages(reader: Reader): Promise<number> {
  const { count, ...answer } = await reader.from('pages').select('id', { count: 'exact', head: true });
  unwrap({ ...answer, data: true });
  return count ?? 0;
}

export async function countAddressPages(reader: Reader): Promise<number> {
  const counts = await Promise.all([countPosts(reader), countPages(reader)]);
  return Math.max(1, ...counts.map((count) => Math.ceil(count / SITEMAP_PAGE)));
}

/** A page of the sitemap, counted from 1; the first page also has those of no post and of no row of `pages`. */
export async function listAddresses(reader: Reader, page: number): Promise<readonly SitemapEntry[]> {
  const [posts, pages, categories, builtIn] = await Promise.all([
    postAddresses(reader, page),
    pageAddresses(reader, (page - 1) * SITEMAP_PAGE, SITEMAP_PAGE),
    page === 1 ? categoryAddresses(reader) : [],
    page === 1 ? builtInPages(reader) : [],
  ]);
  const home = page === 1 ? [{ path: paths.home, lastModified: posts[0]?.lastModified }] : [];
  const own = builtIn.map(({ slug }) => ({ path: paths.page({ slug }) }));
  return [...home, ...categories, ...own, ...pages, ...posts];
}
