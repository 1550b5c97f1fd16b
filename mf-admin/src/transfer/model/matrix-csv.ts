import { type FileRow, UnreadableFile } from '../../files/model/file-rows.ts';
import { MATRIX_COLUMNS } from './columns.ts';
import { type Csv, namedColumns, plainName, writeCsv } from './csv.ts';

const AXES = ['category', 'target_group', 'level'] as const;
type Axis = (typeof AXES)[number];

const REQUIRED = MATRIX_COLUMNS.flatMap(({ name, required }) => (required ? [name] : []));
const COLUMNS = MATRIX_COLUMNS.map(({ name }) => name);
/** Marks a dimension whose name could be taken for another column. */
const PREFIX = 'dimension:';

const known = (column: string) => plainName(column).replace(/^(.*)_code$/, '$1');

export const isOfMatrix = (columns: readonly string[]) => columns.map(known).includes('duration_hours');

const needsPrefix = (dimension: string) => COLUMNS.includes(known(dimension)) || dimension.startsWith(PREFIX);

export function rowsOfMatrixCsv({ columns, rows }: Csv): readonly FileRow[] {
  const names = namedColumns(columns, (column) => (COLUMNS.includes(known(column)) ? known(column) : column));
  const missing = REQUIRED.filter((column) => !names.has(column));
  if (missing.length > 0) {
    throw new UnreadableFile(
      `The columns ${missing.join(', ')} are missing; expected those of an export: ${COLUMNS.join(', ')}, and one for each dimension.`,
    );
  }
  const dimensions = columns.filter((column) => !COLUMNS.includes(known(column)));
  const order = Object.fromEntries(dimensions.map((column, index) => [nameOf(column), index]));
  return rows.map(({ place, cells, faults, notes }) => {
    const cell = (column: string) => {
      const name = names.get(column);
      return name === undefined ? undefined : (cells.get(name) ?? '');
    };
    const short = Object.fromEntries(
      COLUMNS.flatMap((column) => {
        const value = cell(column);
        return value === undefined || column === 'title' || column === 'prerequisites' ? [] : [[column, value.trim()]];
      }),
    );
    const entry = {
      ...short,
      title: cell('title'),
      duration_hours: numberText(short.duration_hours ?? ''),
      price_chf: numberText(short.price_chf ?? '', { isWhole: true }),
      ...(names.has('prerequisites') && { prerequisites: cell('prerequisites') || null }),
      objectives: Object.fromEntries(dimensions.map((column) => [nameOf(column), cells.get(column) ?? ''])),
      dimension_order: order,
    };
    return { place, title: cell('title') ?? '', entry, faults, notes };
  });
}

const nameOf = (column: string) => (column.startsWith(PREFIX) ? column.slice(PREFIX.length) : column);

export interface StoredWorkshop extends Readonly<Record<Axis, { readonly code: string; readonly name: string }>> {
  readonly id: string;
  readonly title: string;
  readonly durationHours: number;
  readonly priceChf: number;
  readonly prerequisites: string | null;
  readonly objectives: ReadonlyMap<string, string>;
}

export const csvOfMatrix = (dimensions: readonly string[], workshops: readonly StoredWorkshop[]): string =>
  writeCsv(
    [...COLUMNS, ...dimensions.map((name) => (needsPrefix(name) ? PREFIX + name : name))],
    workshops.map((workshop) => [
      workshop.id,
      workshop.title,
      workshop.durationHours,
      workshop.priceChf,
      ...AXES.map((axis) => workshop[axis].code),
      ...AXES.map((axis) => workshop[axis].name),
      workshop.prerequisites,
      ...dimensions.map((name) => workshop.objectives.get(name) ?? null),
    ]),
  );

const FRANCS = /^(?:s?fr\.?|chf)\s*|\s*(?:s?fr\.?|chf|franken)$/giu;
const NO_RAPPEN = /[.,][-–—]{1,2}$/;
const NUMBER =
  /^(?<whole>[1-9]\d{0,2}(?<group>['’ʼ\s.,])\d{3}(?:\k<group>\d{3})*|\d+)(?:(?<point>[.,])(?<decimals>\d+))?$/u;

/**
 * A number as spreadsheets write it, as the database reads it: "1’290.50", '1.290,50' and '1290,50' become '1290.50'.
 * One dot or comma before three digits separates thousands of a whole number, and decimals of any other. Anything else
 * stays as it is, for the database to refuse.
 */
export function numberText(given: string, { isWhole = false } = {}): string {
  const text = given.trim().replace(FRANCS, '').replace(NO_RAPPEN, '').trim();
  const { whole = '', group, point, decimals } = NUMBER.exec(text)?.groups ?? {};
  if (whole === '' || (point && point === group)) return given.trim();
  const groups = group === undefined ? [whole] : whole.split(group);
  if (/^[.,]$/.test(group ?? '') && groups.length === 2 && !point && !isWhole) return groups.join('.');
  return `${groups.join('')}${point ? `.${decimals}` : ''}`;
}
