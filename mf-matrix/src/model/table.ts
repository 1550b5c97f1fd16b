import type { Filter } from './filter.ts';
import type { Axes, Axis, AxisValue, Workshop } from './workshop.ts';

/** Workshops of one level in a cell. */
export interface Slot {
  readonly level: AxisValue;
  readonly workshops: readonly Workshop[];
}

export interface Cell {
  readonly group: AxisValue;
  readonly slots: readonly Slot[];
}

export interface Row {
  readonly category: AxisValue;
  readonly cells: readonly Cell[];
}

const place = (category: string, group: string, level: string) => JSON.stringify([category, group, level]);

/** The matrix of some workshops: categories by target groups, levels inside. Axes that are filtered keep only what was chosen. */
export function tableOf(workshops: readonly Workshop[], axes: Axes, filter: Filter): readonly Row[] {
  const places = Map.groupBy(workshops, ({ category, group, level }) => place(category, group, level));
  const kept = (axis: Axis) =>
    axes[axis].filter(({ code }) => filter[axis].length === 0 || filter[axis].includes(code));
  const [categories, groups, levels] = [kept('category'), kept('group'), kept('level')];
  return categories.map((category) => ({
    category,
    cells: groups.map((group) => ({
      group,
      slots: levels.map((level) => ({
        level,
        workshops: places.get(place(category.code, group.code, level.code)) ?? [],
      })),
    })),
  }));
}
