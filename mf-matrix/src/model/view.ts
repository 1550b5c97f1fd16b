import { askedPage, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { AXES, type Axis, perAxis } from './axes.ts';
import { type Filter, NO_FILTER, toggled } from './filter.ts';

export type Layout = 'cards' | 'table';

export interface View {
  readonly filter: Filter;
  readonly layout: Layout;
  readonly page: number;
  readonly workshop: string | null;
}

export const START: View = { filter: NO_FILTER, layout: 'cards', page: 1, workshop: null };

export const PARAMETER = {
  text: queryKeys.search,
  layout: queryKeys.layout,
  page: queryKeys.page,
  workshop: queryKeys.workshop,
  toggle: queryKeys.toggle,
} as const;
export const CLEAR = 'all';
export const toggleValue = (axis: Axis, code: string) => `${axis}:${code}`;

export const readFilter = (query: URLSearchParams): Filter => ({
  text: query.get(PARAMETER.text) ?? '',
  ...perAxis(({ parameter }) => [...new Set(query.getAll(parameter))].sort()),
});

export function readView(query: URLSearchParams): View {
  return {
    filter: readFilter(query),
    layout: query.get(PARAMETER.layout) === 'matrix' ? 'table' : 'cards',
    page: askedPage(query, PARAMETER.page),
    workshop: query.get(PARAMETER.workshop) || null,
  };
}

export function addressOf({ filter, layout, page, workshop }: View): string {
  const query = new URLSearchParams();
  if (filter.text) query.append(PARAMETER.text, filter.text);
  for (const { key, parameter } of AXES) for (const code of [...filter[key]].sort()) query.append(parameter, code);
  if (layout === 'table') query.append(PARAMETER.layout, 'matrix');
  if (page > 1) query.append(PARAMETER.page, String(page));
  if (workshop) query.append(PARAMETER.workshop, workshop);
  const search = query.toString();
  return search ? `${paths.matrix}?${search}` : paths.matrix;
}

export const withFilter = (view: View, filter: Filter): View => ({ ...view, filter, page: 1, workshop: null });

export function afterPress(filter: Filter, sent: string): Filter {
  if (sent === CLEAR) return NO_FILTER;
  const axis = AXES.find(({ key }) => sent.startsWith(toggleValue(key, '')))?.key;
  return axis ? toggled(filter, axis, sent.slice(axis.length + 1)) : filter;
}

/** The address after a chip or 'Clear all' was submitted without scripts; `null` for any other address. */
export function toggledAddress(query: URLSearchParams): string | null {
  const sent = query.get(PARAMETER.toggle);
  if (sent === null) return null;
  const view = readView(query);
  return addressOf(withFilter(view, afterPress(view.filter, sent)));
}
