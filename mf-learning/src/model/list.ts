import { queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';

export const WORKSHOPS = { name: 'Workshops', path: paths.workshops };
export const COURSES = { name: 'Online-Kurse', path: paths.courses };

export const LEVELS = ['beginner', 'intermediate', 'advanced'] as const;

export type Level = (typeof LEVELS)[number];

const isLevel = (value: string): value is Level => LEVELS.some((level) => level === value);

/** The filters of a list, as the address has them; an empty text is no filter. */
export interface ListFilters {
  readonly search: string;
  readonly category: string;
  readonly level: Level | '';
}

/** Query keys of the filters, also the names of the form's fields. */
export const FILTER_NAMES = { search: queryKeys.search, category: queryKeys.category, level: queryKeys.level } as const;

const LONGEST = 200;

/** Without control characters, which no title has, and without blanks around the text. */
const clean = (value: string | null) =>
  (value ?? '')
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST);

export function filtersOf(address: URLSearchParams): ListFilters {
  const level = clean(address.get(FILTER_NAMES.level));
  return {
    search: clean(address.get(FILTER_NAMES.search)),
    category: clean(address.get(FILTER_NAMES.category)),
    level: isLevel(level) ? level : '',
  };
}

export const fieldsOf = ({ search, category, level }: ListFilters) => ({
  [FILTER_NAMES.search]: search,
  [FILTER_NAMES.category]: category,
  [FILTER_NAMES.level]: level,
});

/** The query of these filters from `?` on; '' for none. `more` adds parameters. */
export function addressOf(filters: ListFilters, more: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries({ ...fieldsOf(filters), ...more }).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

export const isFiltered = ({ search, category, level }: ListFilters) => [search, category, level].some(Boolean);

export interface ListPage<T> {
  readonly page: number;
  readonly entries: readonly T[];
  readonly total: number;
}
