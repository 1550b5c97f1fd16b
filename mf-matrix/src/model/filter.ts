import { AXES, type Axes, type Axis, type PerAxis, perAxis } from './axes.ts';
import type { Workshop } from './workshop.ts';

/** Codes of one axis combine with OR, axes and text with AND; an empty one matches everything. */
export interface Filter extends PerAxis<readonly string[]> {
  readonly text: string;
}

export const NO_FILTER: Filter = { text: '', ...perAxis(() => []) };

export const isActive = (filter: Filter) => filter.text !== '' || AXES.some(({ key }) => filter[key].length > 0);

export const knownOnly = (filter: Filter, axes: Axes): Filter => ({
  text: filter.text,
  ...perAxis(({ key }) => filter[key].filter((code) => axes[key].some((value) => value.code === code))),
});

export function toggled(filter: Filter, axis: Axis, code: string): Filter {
  const codes = filter[axis];
  return { ...filter, [axis]: codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code] };
}

const folded = (text: string) => text.normalize('NFC').toLowerCase();

export type Filtered = Pick<Workshop, Axis | 'title'>;

export function searchIn<T extends Filtered>(workshops: readonly T[]): (filter: Filter) => readonly T[] {
  const titles = new Map(workshops.map((workshop) => [workshop, folded(workshop.title)]));
  return (filter) => {
    if (!isActive(filter)) return workshops;
    const text = folded(filter.text);
    const asked = AXES.map(({ key }) => key).filter((axis) => filter[axis].length > 0);
    return workshops.filter(
      (workshop) =>
        asked.every((axis) => filter[axis].includes(workshop[axis])) && titles.get(workshop)?.includes(text),
    );
  };
}

export const countLine = (shown: number, total: number) => `Showing ${shown} of ${total} workshops`;

/** The elements that the pre-hydration script finds in the document, by `data-part`. */
export type Part = 'filters' | 'count' | 'clear' | 'empty';

export const part = (name: Part) => ({ 'data-part': name });
