import Papa from 'papaparse';
import { UnreadableFile } from '../../files/model/file-rows.ts';
import { type Column, DIMENSION_COLUMN, FRONT_MATTER, MATRIX_COLUMNS, POST_COLUMNS } from './columns.ts';

/** German spreadsheet programs write and read semicolons. */
const SEPARATORS = [';', ',', '\t'];
const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets calculate cells that begin like this. */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;

const escaped = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
const unescaped = (cell: string) => (ESCAPED.test(cell) ? cell.slice(1) : cell);

/** Excel reads a first line such as 'sep=;' and does not show it. */
const SEPARATOR_LINE = /^"?sep=([;,\t|])"?[;,\t]*(?:\r\n|\n|\r)/i;

function separatorOf(text: string): string {
  const counts = SEPARATORS.map((delimiter) => ({
    delimiter,
    columns: Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0,
  }));
  return counts.toSorted((a, b) => b.columns - a.columns)[0]?.delimiter ?? ';';
}

/** A name as it is compared: 'Category slug' is 'category_slug'. */
export const plainName = (column: string): string => column.toLowerCase().replaceAll(/[\s_-]+/g, '_');

const twice = (column: string) =>
  new UnreadableFile(`The column “${column}” is there twice; expected each column once.`);

/** The columns by the names of a format; others are by their own. */
export function namedColumns(columns: readonly string[], nameOf: (column: string) => string): Map<string, string> {
  const found = new Map<string, string>();
  for (const column of columns) {
    const name = nameOf(column);
    if (found.has(name)) throw twice(name);
    found.set(name, column);
  }
  return found;
}

function columnsOf(header: readonly string[]): string[] {
  const columns = header.map((cell) => unescaped(cell).trim());
  const double = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (double) throw twice(double);
  return columns;
}

function faultsOf(cells: readonly string[], columns: readonly string[], errors: readonly Papa.ParseError[]): string[] {
  const extra = cells.slice(columns.length).some((cell) => cell !== '');
  return [
    ...errors.map(({ code }) =>
      code === 'MissingQuotes'
        ? 'A quotation mark is never closed; expected a second one at the end of the cell.'
        : 'A quotation mark stands inside a quoted cell; expected two of them there.',
    ),
    ...(extra ? [`${cells.length} cells were found; expected ${columns.length}, as in the first row.`] : []),
  ];
}

const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

/** Cells below an empty first one are of no column. */
const namelessNotes = (columns: readonly string[], records: readonly (readonly string[])[]): string[] =>
  columns.flatMap((column, place) => {
    const filled = column === '' ? records.filter((cells) => (cells[place] ?? '').trim() !== '').length : 0;
    return filled === 0 ? [] : [`Column ${place + 1} has no name: its ${filled} filled cells are not used.`];
  });

/** The most that a cell of Excel holds. */
const LONGEST_CELL = 32_767;
const CUT = 'A cell has as many characters as Excel keeps: please look at its end.';
const isCut = (cells: readonly string[]) => cells.some(({ length }) => length === LONGEST_CELL);

export function parseCsv(text: string) {
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const table = text.slice(line.length);
  const { data, errors } = Papa.parse<string[]>(table, { delimiter: named ?? separatorOf(table) });
  const errorsOf = Map.groupBy(errors, ({ row }) => row);
  const [header, ...records] = data;
  if (!header || isEmpty(header))
    throw new UnreadableFile('This file is empty; expected a first row with the columns.');
  const columns = columnsOf(header);
  const rows = records.flatMap((cells, index) => {
    if (isEmpty(cells)) return [];
    const found = columns.flatMap((column, place) =>
      column === '' ? [] : [[column, unescaped(cells[place] ?? '')] as const],
    );
    const faults = faultsOf(cells, columns, errorsOf.get(index + 1) ?? []);
    return [{ place: `row ${index + 2}`, cells: new Map(found), faults, notes: isCut(cells) ? [CUT] : [] }];
  });
  if (rows.length === 0) throw new UnreadableFile('This file has a first row with columns and no rows below it.');
  return { columns: columns.filter((column) => column !== ''), rows, notes: namelessNotes(columns, records) };
}
export type Csv = ReturnType<typeof parseCsv>;

/** The byte order mark tells spreadsheet programs that the file is UTF-8. */
export const writeCsv = (columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  BYTE_ORDER_MARK +
  Papa.unparse(
    [columns, ...rows].map((row) => row.map((cell) => (typeof cell === 'string' ? escaped(cell) : (cell ?? '')))),
    { delimiter: ';', quotes: true },
  );

const csvOf = (columns: readonly Column[]) =>
  writeCsv(
    columns.map(({ name }) => name),
    [columns.map(({ example }) => example)],
  );

export const postsExample = () => csvOf(POST_COLUMNS);

export const matrixExample = () => csvOf([...MATRIX_COLUMNS, DIMENSION_COLUMN]);

export const markdownExample = () => {
  const lines = FRONT_MATTER.flatMap(({ name, example }) => (example === '' ? [] : [`${name}: ${example}`]));
  const content = POST_COLUMNS.find(({ name }) => name === 'content');
  return `---\n${lines.join('\n')}\n---\n\n${content?.example}\n`;
};
