import { AXES, type Axes, type Axis, type AxisValue, type Workshop } from './workshop.ts';

/** Codes of one axis match any of them, axes and text combine with AND; an empty one lets everything through. */
export interface Filter extends Readonly<Record<Axis, readonly string[]>> {
  readonly text: string;
}

export const NO_FILTER: Filter = { text: '', category: [], group: [], level: [] };

export const isActive = (filter: Filter) => filter.text !== '' || AXES.some((axis) => filter[axis].length > 0);

/** Drops codes that no axis has: an address may be old or mistyped. */
export const knownOnly = (filter: Filter, axes: Axes): Filter => ({
  text: filter.text,
  category: keepKnown(filter, axes, 'category'),
  group: keepKnown(filter, axes, 'group'),
  level: keepKnown(filter, axes, 'level'),
});

const keepKnown = (filter: Filter, axes: Axes, axis: Axis) =>
  filter[axis].filter((code) => axes[axis].some((value) => value.code === code));

/** Puts a code in when it is out, and out when it is in. */
export function toggled(filter: Filter, axis: Axis, code: string): Filter {
  const codes = filter[axis];
  return { ...filter, [axis]: codes.includes(code) ? codes.filter((other) => other !== code) : [...codes, code] };
}

const folded = (text: string) => text.normalize('NFC').toLowerCase();

/** Prepares a list for being filtered again and again: gives the workshops that a filter lets through, in their order. */
export function searchIn(workshops: readonly Workshop[]): (filter: Filter) => readonly Workshop[] {
  const titles = new Map(workshops.map((workshop) => [workshop, folded(workshop.title)]));
  return (filter) => {
    if (!isActive(filter)) return workshops;
    const text = folded(filter.text);
    const axes = AXES.filter((axis) => filter[axis].length > 0);
    return workshops.filter(
      (workshop) => axes.every((axis) => filter[axis].includes(workshop[axis])) && titles.get(workshop)?.includes(text),
    );
  };
}

/** The filter for one place of the matrix. */
export const filterOnly = (text: string, category: AxisValue, group: AxisValue, level: AxisValue): Filter => ({
  text,
  category: [category.code],
  group: [group.code],
  level: [level.code],
});
