import type { Axes, Axis, AxisValue } from '../model/workshop.ts';

export type AxisRows = Readonly<Record<Axis, readonly (AxisValue & { readonly id: string })[]>>;

/** The axes without their ids, and the way from an id to its code. */
export function indexAxes({ category, group, level }: AxisRows) {
  const codes = new Map([...category, ...group, ...level].map(({ id, code }) => [id, code]));
  const values = (rows: AxisRows[Axis]) => rows.map(({ code, name }) => ({ code, name }));
  const axes: Axes = { category: values(category), group: values(group), level: values(level) };
  return { axes, codeOf: (id: string) => codes.get(id) ?? '' };
}
