import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { PictureCopies } from '@ki/shared/contract/pictures.ts';
import { type Preview, previewOr } from '@ki/shared/contract/preview.ts';
import { type Reader, sentAsHtml } from '@ki/shared/contract/reads.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { copiesBy, pictureOf, picturesOf } from '@ki/shared/data/picture-copies.ts';
import { beginningOf } from '@ki/shared/format/beginning-of.ts';
import { dayKey } from '@ki/shared/format/dates.ts';
import { readingMinutes, wordsIn } from '@ki/shared/format/reading-time.ts';
import { plainTextOf, prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import type { Category, Post, PostSummary } from '../model/post.ts';

export const SUMMARY =
  'id, title, slug, excerpt, author, comment_count, published_at, picture, ai, category:categories(name, slug)';

const DESCRIPTION_LENGTH = 160;
/** One more than is shown, as the post that is being read may be among them. */
const RELATED_FETCHED = 5;
const RELATED_SHOWN = 4;

type Row = Pick<
  Database['public']['Tables']['posts']['Row'],
  'id' | 'title' | 'slug' | 'excerpt' | 'author' | 'comment_count' | 'published_at' | 'picture' | 'ai'
> & { category: Category | null };

const NO_PICTURES: PictureCopies = new Map();

export const toSummary = (row: Row, pictures: PictureCopies = NO_PICTURES): PostSummary => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  excerpt: row.excerpt,
  author: row.author,
  commentCount: row.comment_count,
  publishedAt: row.published_at ?? '',
  publishedOn: dayKey(row.published_at ?? ''),
  category: row.category,
  ai: row.ai,
  picture: pictureOf(row, pictures),
});

async function withPictures(reader: Reader, rows: readonly Row[]): Promise<readonly PostSummary[]> {
  const pictures = await picturesOf(reader, rows);
  return rows.map((row) => toSummary(row, pictures));
}

interface Range {
  readonly skip: number;
  /** At most 1,000. */
  readonly take: number;
  readonly categorySlug?: string | undefined;
}

/** The slug of an address may be `not.so`: as an argument of a call by GET it would be a filter. */
const categoryOf = (slug: string | undefined) => (slug === undefined ? {} : { category_slug: slug });

/** Queries a range of the public posts, newest first; a range far down the list is as fast as the first. */
export const newestPosts = (reader: Reader, { skip, take, categorySlug }: Range) =>
  reader
    .rpc('newest_posts', { skip, take, ...categoryOf(categorySlug) }, { get: categorySlug === undefined })
    .order('published_at', { ascending: false })
    .order('id');

export async function countPosts(reader: Reader, categorySlug?: string): Promise<number> {
  const call = { get: categorySlug === undefined };
  return unwrap(await reader.rpc('count_posts', categoryOf(categorySlug), call));
}

/** One page of the public posts, newest first. `page` counts from 1; a page beyond the last throws `not_found`. */
export async function listPosts(reader: Reader, page: number, categorySlug?: string) {
  const skip = (page - 1) * PAGE_SIZE;
  // The row after the page says whether there is a next one, which is cheaper than a count.
  const rows = unwrap(await newestPosts(reader, { skip, take: PAGE_SIZE + 1, categorySlug }).select(SUMMARY));
  if (rows.length === 0 && page > 1) throw new DataError('not_found', `no page ${page}`);
  return { posts: await withPictures(reader, rows.slice(0, PAGE_SIZE)), hasMore: rows.length > PAGE_SIZE };
}

export type PostPage = Awaited<ReturnType<typeof listPosts>>;

export async function listRelatedPosts(reader: Reader, exceptSlug: string): Promise<readonly PostSummary[]> {
  const posts = reader.from('posts').select(SUMMARY).order('published_at', { ascending: false }).order('id');
  const others = unwrap(await posts.limit(RELATED_FETCHED)).filter(({ slug }) => slug !== exceptSlug);
  return withPictures(reader, others.slice(0, RELATED_SHOWN));
}

export const readPostFacts = async (reader: Reader, slug: string): Promise<PostSummary> =>
  toSummary(unwrap(await reader.from('posts').select(SUMMARY).eq('slug', slug).maybeSingle()));

export async function readPost(reader: Reader, slug: string, preview?: Preview): Promise<Post> {
  const columns = `${SUMMARY}, content, updated_at` as const;
  const row = await previewOr(preview, async () =>
    unwrap(await reader.from('posts').select(columns).eq('slug', slug).maybeSingle()),
  );
  const [pictures, article, words] = await Promise.all([
    picturesOf(reader, [row]),
    prepareText(row.content, copiesBy(reader), { sectionLinks: true, hasSlot: true }),
    plainTextOf(row.content),
  ]);
  return {
    ...toSummary(row, pictures),
    updatedAt: row.updated_at,
    readingMinutes: readingMinutes(wordsIn(words)),
    description: beginningOf(row.excerpt ?? words, DESCRIPTION_LENGTH),
    article: sentAsHtml(article),
  };
}

export const findCategory = async (reader: Reader, slug: string) =>
  unwrap(await reader.from('categories').select('id, name').eq('slug', slug).maybeSingle());

/** A category with one page of its posts. Throws `not_found` without the category or beyond the last page. */
export async function readCategory(reader: Reader, slug: string, page: number) {
  const [{ name }, count, posts] = await Promise.all([
    findCategory(reader, slug),
    countPosts(reader, slug),
    listPosts(reader, page, slug),
  ]);
  return { name, count, ...posts };
}

export type CategoryPage = Awaited<ReturnType<typeof readCategory>>;
