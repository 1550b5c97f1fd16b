import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import { type Filter, knownOnly, searchIn } from './filter.ts';
import { type Places, placesOf } from './table.ts';
import type { View } from './view.ts';
import type { Matrix, Workshop } from './workshop.ts';

export interface Page<T> {
  readonly entries: readonly T[];
  readonly first: number;
  readonly last: number;
  readonly number: number;
  readonly count: number;
}

export function pageOf<T>(list: readonly T[], asked: number): Page<T> {
  const count = Math.max(1, Math.ceil(list.length / PAGE_SIZE));
  const number = Math.min(asked, count);
  const start = (number - 1) * PAGE_SIZE;
  const entries = list.slice(start, start + PAGE_SIZE);
  return { entries, first: start + 1, last: start + entries.length, number, count };
}

export interface Listing {
  readonly found: number;
  readonly places: Places;
  readonly page: Page<Workshop>;
}

export interface Excerpt extends Pick<Matrix, 'axes'> {
  readonly total: number;
  readonly listing: Listing;
}

export type Sent = Matrix | Excerpt;

export const isWhole = (sent: Sent): sent is Matrix => 'workshops' in sent;

/** Prepares a matrix for repeated listing; an excerpt has only its own listing. */
export function listerOf(sent: Sent) {
  if (!isWhole(sent)) {
    const { total, listing } = sent;
    return { total, count: () => listing.found, list: () => listing };
  }
  const search = searchIn(sent.workshops);
  return {
    total: sent.workshops.length,
    count: (filter: Filter) => search(filter).length,
    list({ filter, layout, page }: View): Listing {
      const found = search(filter);
      const { entries, ...place } = pageOf(found, page);
      const isTable = layout === 'table';
      return {
        found: found.length,
        places: placesOf(found, isTable),
        page: { ...place, entries: isTable ? [] : entries },
      };
    },
  };
}

/** A small matrix is sent as a whole, a large one as an excerpt. */
export function sentFor(view: View, matrix: Matrix): Sent {
  const { axes, workshops } = matrix;
  if (workshops.length <= PAGE_SIZE) return matrix;
  const { total, list } = listerOf(matrix);
  return { axes, total, listing: list({ ...view, filter: knownOnly(view.filter, axes) }) };
}
