import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import { type Filter, knownOnly, searchIn } from './filter.ts';
import { type Page, pageOf } from './pages.ts';
import { type Places, placesOf } from './table.ts';
import type { View } from './view.ts';
import type { Matrix, Workshop } from './workshop.ts';

/** What a view shows of the workshops that its filter lets through. */
export interface Listing {
  readonly found: number;
  /** In which places of the matrix they stand. */
  readonly places: Places;
  /** As cards; without entries where they stand in a table. */
  readonly page: Page<Workshop>;
}

/** A matrix without the workshops that a view does not show. */
export interface Excerpt extends Pick<Matrix, 'axes'> {
  /** Of all workshops. */
  readonly total: number;
  readonly listing: Listing;
}

export type Sent = Matrix | Excerpt;

export const isWhole = (sent: Sent): sent is Matrix => 'workshops' in sent;

/** Prepares a matrix for being listed again and again. Of an excerpt, whatever is asked, only its own listing is known. */
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

/** What a document carries of a matrix: all of a small one, of a large one only what it shows. */
export function sentFor(view: View, matrix: Matrix): Sent {
  const { axes, workshops } = matrix;
  if (workshops.length <= PAGE_SIZE) return matrix;
  const { total, list } = listerOf(matrix);
  return { axes, total, listing: list({ ...view, filter: knownOnly(view.filter, axes) }) };
}
