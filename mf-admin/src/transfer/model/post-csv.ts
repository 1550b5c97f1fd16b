import { type FilePublication, isOfPublication, publicationInFile } from '../../files/model/file-publication.ts';
import type { FileRow } from '../../files/model/file-rows.ts';
import { POST_TEXTS } from '../../files/model/post-record.ts';
import { postRow, type StoredPost } from '../../files/model/post-row.ts';
import { POST_COLUMNS } from './columns.ts';
import { type Csv, namedColumns, plainName, writeCsv } from './csv.ts';

const KNOWN_PUBLIC: FilePublication = { isUnpublished: false, notes: [] };
const COLUMNS = POST_COLUMNS.map(({ name }) => name);

const known = (column: string) => (COLUMNS.includes(plainName(column)) ? plainName(column) : column);

export const isOfPosts = (columns: readonly string[]) =>
  ['title', 'slug', 'content'].every((column) => columns.map(known).includes(column));

export function postsOfCsv({ columns, rows, notes }: Csv) {
  const names = namedColumns(columns, known);
  const unknown = columns.filter((column) => !COLUMNS.includes(known(column)));
  const ofPublication = unknown.filter(isOfPublication);
  const rowOf = ({ place, cells, faults, notes: ofRow }: Csv['rows'][number]): FileRow => {
    const cell = (name: string) => cells.get(names.get(name) ?? '');
    const date = cell('date')?.trim() || null;
    const publication =
      ofPublication.length === 0
        ? KNOWN_PUBLIC
        : publicationInFile(
            ofPublication.map((name) => [name, cells.get(name) ?? '']),
            date !== null,
          );
    const fields = {
      title: cell('title') ?? '',
      slug: (cell('slug') ?? '').trim(),
      content: cell('content') ?? '',
      ...Object.fromEntries(
        POST_TEXTS.flatMap(({ column }) => (names.has(column) ? [[column, cell(column) || null]] : [])),
      ),
      ...((names.has('date') || publication.isUnpublished) && { date: publication.isUnpublished ? null : date }),
      ...(names.has('author') && { author: cell('author') || null }),
      ...(names.has('category') && { category: cell('category') || null }),
      categorySlug: cell('category_slug')?.trim() || null,
    };
    return postRow(place, fields, { faults, notes: [...ofRow, ...publication.notes] });
  };
  return {
    rows: rows.map(rowOf),
    notes: [
      ...notes,
      ...(names.has('date') ? [] : ['Without the column “date” new posts are drafts.']),
      ...unknown.filter((column) => !isOfPublication(column)).map((column) => `The column “${column}” is not used.`),
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
      ...POST_TEXTS.map(({ column }) => (post[column] ?? null) as string | null),
      post.author,
      post.content,
    ]),
  );
