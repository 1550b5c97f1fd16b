import { askedPage } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { AXES, type Axis, perAxis } from './axes.ts';
import { type Filter, NO_FILTER, toggled } from './filter.ts';

/** Cards in a grid, or a table of categories by target groups. */
export type Layout = 'cards' | 'table';

/** Everything that the page's address says. */
export interface View {
  readonly filter: Filter;
  readonly layout: Layout;
  /** Counts from 1. */
  readonly page: number;
  /** Id of the workshop whose dialog is open. */
  readonly workshop: string | null;
}

export const START: View = { filter: NO_FILTER, layout: 'cards', page: 1, workshop: null };

/** Names of the address's parameters; `toggle` is what a chip sends when there is no script. */
export const PARAMETER = { text: 'q', layout: 'view', page: 'seite', workshop: 'workshop', toggle: 'toggle' } as const;
/** Every parameter that the page reads. */
export const QUERY: readonly string[] = [...AXES.map(({ key }) => key), ...Object.values(PARAMETER)];
export const CLEAR = 'all';
export const toggleValue = (axis: Axis, code: string) => `${axis}:${code}`;

export const readFilter = (query: URLSearchParams): Filter => ({
  text: query.get(PARAMETER.text) ?? '',
  ...perAxis(({ key }) => [...new Set(query.getAll(key))].sort()),
});

export function readView(query: URLSearchParams): View {
  return {
    filter: readFilter(query),
    layout: query.get(PARAMETER.layout) === 'matrix' ? 'table' : 'cards',
    page: askedPage(query, PARAMETER.page),
    workshop: query.get(PARAMETER.workshop) || null,
  };
}

/** The one address of a view: equal views have equal addresses. */
export function addressOf({ filter, layout, page, workshop }: View): string {
  const query = new URLSearchParams();
  if (filter.text) query.append(PARAMETER.text, filter.text);
  for (const { key } of AXES) for (const code of [...filter[key]].sort()) query.append(key, code);
  if (layout === 'table') query.append(PARAMETER.layout, 'matrix');
  if (page > 1) query.append(PARAMETER.page, String(page));
  if (workshop) query.append(PARAMETER.workshop, workshop);
  const search = query.toString();
  return search ? `${paths.matrix}?${search}` : paths.matrix;
}

/** Another filter begins at its first page, without a dialog. */
export const withFilter = (view: View, filter: Filter): View => ({ ...view, filter, page: 1, workshop: null });

/** A filter after the press of what sends this: a chip or 'Clear all'. */
export function afterPress(filter: Filter, sent: string): Filter {
  if (sent === CLEAR) return NO_FILTER;
  const axis = AXES.find(({ key }) => sent.startsWith(toggleValue(key, '')))?.key;
  return axis ? toggled(filter, axis, sent.slice(axis.length + 1)) : filter;
}

/** Where a chip or 'Clear all' leads that was sent as a plain form; `null` for every other address. */
export function toggledAddress(query: URLSearchParams): string | null {
  const sent = query.get(PARAMETER.toggle);
  if (sent === null) return null;
  const view = readView(query);
  return addressOf(withFilter(view, afterPress(view.filter, sent)));
}
