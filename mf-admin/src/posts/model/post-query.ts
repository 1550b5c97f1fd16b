import { askedPage } from '@ki/shared/contract/list-page.ts';

export type PostSort = 'title' | 'author' | 'published';

/** What the dashboard's address asks for. */
export interface PostQuery {
  readonly search: string;
  readonly sort: PostSort;
  readonly descending: boolean;
  /** Counts from 1. */
  readonly page: number;
}

const SORTS: readonly string[] = ['title', 'author', 'published'] satisfies PostSort[];
const isSort = (value: string | null): value is PostSort => value !== null && SORTS.includes(value);
const naturallyDescending = (sort: PostSort) => sort === 'published';

/** Reads a query from an address; whatever makes no sense there counts as not said. */
export function postQueryOf(params: URLSearchParams): PostQuery {
  const asked = params.get('sort');
  const sort = isSort(asked) ? asked : 'published';
  const order = params.get('order');
  return {
    search: params.get('q')?.trim() ?? '',
    sort,
    descending: order === 'desc' || (order !== 'asc' && naturallyDescending(sort)),
    page: askedPage(params, 'page'),
  };
}

/** The address of a query, `?…`, without what is said by default. */
export function searchOf({ search, sort, descending, page }: PostQuery): string {
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (sort !== 'published') params.set('sort', sort);
  if (descending !== naturallyDescending(sort)) params.set('order', descending ? 'desc' : 'asc');
  if (page > 1) params.set('page', String(page));
  return `?${params}`;
}

/** The query behind a column's heading: sorts by it, or turns the order round. A new order begins on the first page. */
export function sortedBy(query: PostQuery, sort: PostSort): PostQuery {
  const descending = query.sort === sort ? !query.descending : naturallyDescending(sort);
  return { ...query, sort, descending, page: 1 };
}
