import type { FileRow } from '../../records/model/files/file-rows.ts';
import { postRow, type StoredPost } from '../../records/model/files/post-row.ts';
import { POST_COLUMNS } from './columns.ts';
import { type Csv, writeCsv } from './csv.ts';

const COLUMNS = POST_COLUMNS.map(({ name }) => name);

export const isOfPosts = (columns: readonly string[]) =>
  ['title', 'slug', 'content'].every((column) => columns.includes(column));

export function postsOfCsv({ columns, rows }: Csv): { readonly rows: readonly FileRow[]; readonly notes: string[] } {
  const unknown = columns.filter((column) => !COLUMNS.includes(column));
  return {
    rows: rows.map(({ place, cells, faults }) => {
      const fields = {
        title: cells.get('title') ?? '',
        slug: (cells.get('slug') ?? '').trim(),
        content: cells.get('content') ?? '',
        ...(cells.has('excerpt') && { excerpt: cells.get('excerpt') || null }),
        ...(cells.has('date') && { date: cells.get('date')?.trim() || null }),
        ...(cells.has('author') && { author: cells.get('author') || null }),
        ...(cells.has('category') && { category: cells.get('category') || null }),
        categorySlug: cells.get('category_slug')?.trim() || null,
      };
      return postRow(place, fields, { faults });
    }),
    notes: [
      ...(columns.includes('date') ? [] : ['Without the column “date” new posts are drafts.']),
      ...unknown.map((column) => `The column “${column}” is not used.`),
    ],
  };
}

export const csvOfPosts = (posts: readonly StoredPost[]): string =>
  writeCsv(
    COLUMNS,
    posts.map((post) => [
      post.title,
      post.slug,
      post.date,
      post.category?.name ?? null,
      post.category?.slug ?? null,
      post.excerpt,
      post.author,
      post.content,
    ]),
  );
