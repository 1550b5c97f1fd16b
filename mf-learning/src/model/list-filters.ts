import { isLevel, type Level } from './level.ts';

/** What a visitor may ask of a list, as the address says it. An empty text asks for everything. */
export interface ListFilters {
  /** Part of a title, whatever its case. */
  readonly search: string;
  /** Name of a category. */
  readonly category: string;
  readonly level: Level | '';
}

/** Names of the filters in the address, and of their fields in the form. */
export const FILTER_NAMES = { search: 'suche', category: 'kategorie', level: 'stufe' } as const;

const LONGEST = 200;

/** Blanks around a text and control characters, which no title has, are of no meaning. */
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

/** The filters by the names that they have in the address and in the form. */
export const fieldsOf = ({ search, category, level }: ListFilters) => ({
  [FILTER_NAMES.search]: search,
  [FILTER_NAMES.category]: category,
  [FILTER_NAMES.level]: level,
});

/** The part of an address from `?` on that asks for these filters; '' for none. `more` adds parameters. */
export function addressOf(filters: ListFilters, more: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries({ ...fieldsOf(filters), ...more }).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

export const isFiltered = ({ search, category, level }: ListFilters) => [search, category, level].some(Boolean);
