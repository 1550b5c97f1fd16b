import { askedPage } from '@ki/shared/contract/list-page.ts';

/** The list's search and filters; an empty text filters nothing. */
export interface MatrixQuery {
  readonly search: string;
  readonly category: string;
  readonly group: string;
  readonly level: string;
  readonly page: number;
}

export const FILTERS = ['category', 'group', 'level'] as const;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Invalid parameters count as missing. */
export function matrixQueryOf(params: URLSearchParams): MatrixQuery {
  const id = (name: (typeof FILTERS)[number]) => {
    const value = params.get(name) ?? '';
    return UUID.test(value) ? value : '';
  };
  return {
    search: params.get('q')?.trim() ?? '',
    category: id('category'),
    group: id('group'),
    level: id('level'),
    page: askedPage(params, 'page'),
  };
}

export function searchOf(query: MatrixQuery): string {
  const params = new URLSearchParams();
  if (query.search) params.set('q', query.search);
  for (const name of FILTERS) if (query[name]) params.set(name, query[name]);
  if (query.page > 1) params.set('page', String(query.page));
  return `?${params}`;
}

export const isFiltered = ({ search, category, group, level }: MatrixQuery) =>
  [search, category, group, level].some((value) => value !== '');
