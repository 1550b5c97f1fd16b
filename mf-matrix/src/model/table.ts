import type { Axes, Axis, AxisValue } from './axes.ts';
import type { Filter } from './filter.ts';
import type { Workshop } from './workshop.ts';

/** The axes that the matrix is drawn by: rows, columns, and what stands in each cell. */
export const DRAWN = { row: 'category', column: 'group', slot: 'level' } as const satisfies Record<string, Axis>;

/** Workshops of one value in a cell. */
export interface Slot {
  readonly value: AxisValue;
  readonly workshops: readonly Workshop[];
}

export interface Cell {
  readonly column: AxisValue;
  readonly slots: readonly Slot[];
}

export interface Row {
  readonly row: AxisValue;
  readonly cells: readonly Cell[];
}

/** A place of the matrix, as text that no other place has. */
export const placeOf = (row: string, column: string, slot: string) => JSON.stringify([row, column, slot]);

export const placeOfWorkshop = (workshop: Workshop) =>
  placeOf(workshop[DRAWN.row], workshop[DRAWN.column], workshop[DRAWN.slot]);

/** The matrix of some workshops. Axes that are filtered keep only what was chosen. */
export function tableOf(workshops: readonly Workshop[], axes: Axes, filter: Filter): readonly Row[] {
  const places = Map.groupBy(workshops, placeOfWorkshop);
  const kept = (axis: Axis) =>
    axes[axis].filter(({ code }) => filter[axis].length === 0 || filter[axis].includes(code));
  const [rows, columns, slots] = [kept(DRAWN.row), kept(DRAWN.column), kept(DRAWN.slot)];
  return rows.map((row) => ({
    row,
    cells: columns.map((column) => ({
      column,
      slots: slots.map((value) => ({
        value,
        workshops: places.get(placeOf(row.code, column.code, value.code)) ?? [],
      })),
    })),
  }));
}

/** Only what stands in one slot, of all that the filter lets through. */
export const filterOnly = (filter: Filter, row: AxisValue, column: AxisValue, slot: AxisValue): Filter => ({
  ...filter,
  [DRAWN.row]: [row.code],
  [DRAWN.column]: [column.code],
  [DRAWN.slot]: [slot.code],
});
