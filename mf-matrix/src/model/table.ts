import type { Axes, Axis, AxisValue } from './axes.ts';
import type { Filter } from './filter.ts';
import type { Workshop } from './workshop.ts';

export const DRAWN = { row: 'category', column: 'group', slot: 'level' } as const satisfies Record<string, Axis>;

const SHOWN = 3;

interface Place {
  readonly count: number;
  readonly first: readonly Workshop[];
}

/** Keyed by {@link placeOf}. */
export type Places = Readonly<Record<string, Place>>;

export const placeOf = (row: string, column: string, slot: string) => JSON.stringify([row, column, slot]);

const placeOfWorkshop = (workshop: Workshop) =>
  placeOf(workshop[DRAWN.row], workshop[DRAWN.column], workshop[DRAWN.slot]);

export function placesOf(workshops: readonly Workshop[], named: boolean): Places {
  const places = Map.groupBy(workshops, placeOfWorkshop);
  return Object.fromEntries(
    [...places].map(([place, all]) => [place, { count: all.length, first: named ? all.slice(0, SHOWN) : [] }]),
  );
}

const EMPTY: Place = { count: 0, first: [] };

export function tableOf(places: Places, axes: Axes, filter: Filter) {
  const kept = (axis: Axis) =>
    axes[axis].filter(({ code }) => filter[axis].length === 0 || filter[axis].includes(code));
  const [rows, columns, slots] = [kept(DRAWN.row), kept(DRAWN.column), kept(DRAWN.slot)];
  return rows.map((row) => ({
    row,
    cells: columns.map((column) => ({
      column,
      slots: slots.map((value) => ({
        value,
        ...(places[placeOf(row.code, column.code, value.code)] ?? EMPTY),
      })),
    })),
  }));
}

export type Row = ReturnType<typeof tableOf>[number];
export type Slot = Row['cells'][number]['slots'][number];

export const filterOnly = (filter: Filter, row: AxisValue, column: AxisValue, slot: AxisValue): Filter => ({
  ...filter,
  [DRAWN.row]: [row.code],
  [DRAWN.column]: [column.code],
  [DRAWN.slot]: [slot.code],
});
