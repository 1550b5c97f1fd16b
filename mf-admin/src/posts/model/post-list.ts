import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { post } from '../../files/model/post-record.ts';
import type { ListedRow } from '../../kinds/model/define-record.ts';

export type PostRow = ListedRow<typeof post>;

/** The columns by which the list is sorted, by their names in its address. */
export const SORTS = { title: 'title', author: 'author', published: 'publishedAt' } as const;

export type PostSort = keyof typeof SORTS;

const isSort = (name: string | null): name is PostSort => name !== null && Object.hasOwn(SORTS, name);

export const sortOf = (column: string) =>
  Object.keys(SORTS)
    .filter(isSort)
    .find((sort) => SORTS[sort] === column);

export interface PostQuery {
  readonly search: string;
  /** Only posts that a model wrote and nobody has signed off. */
  readonly unsigned: boolean;
  readonly sort: PostSort;
  readonly descending: boolean;
  readonly page: number;
}

const UNSIGNED = 'unsigned';

const naturallyDescending = (sort: PostSort) => sort === 'published';

/** Invalid parameters count as missing. */
export function postQueryOf(params: URLSearchParams): PostQuery {
  const given = params.get('sort');
  const sort = isSort(given) ? given : 'published';
  const order = params.get('order');
  return {
    search: params.get('q')?.trim() ?? '',
    unsigned: params.get('ai') === UNSIGNED,
    sort,
    descending: order === 'desc' || (order !== 'asc' && naturallyDescending(sort)),
    page: askedPage(params, 'page'),
  };
}

export function searchOf({ search, unsigned, sort, descending, page }: PostQuery): string {
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (unsigned) params.set('ai', UNSIGNED);
  if (sort !== 'published') params.set('sort', sort);
  if (descending !== naturallyDescending(sort)) params.set('order', descending ? 'desc' : 'asc');
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}

export function sortedBy(query: PostQuery, sort: PostSort): PostQuery {
  const descending = query.sort === sort ? !query.descending : naturallyDescending(sort);
  return { ...query, sort, descending, page: 1 };
}
