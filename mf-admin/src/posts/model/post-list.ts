import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { DraftSchedule } from '../../kinds/model/define-record.ts';
import type { PublicationState } from '../../kinds/model/publish-fields.ts';

export interface PostRow {
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly author: string;
  readonly publishedAt: string | null;
  readonly state: PublicationState;
  /** The part of AI: `generated` while nobody has signed it off. */
  readonly ai: string;
  readonly draft?: DraftSchedule | null;
}

const SORTS = ['title', 'author', 'published'] as const;

export type PostSort = (typeof SORTS)[number];

export const sortOf = (column: string | null) => SORTS.find((sort) => sort === column);

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
  const sort = sortOf(params.get('sort')) ?? 'published';
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
