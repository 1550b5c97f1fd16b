import Papa from 'papaparse';
import { UnreadableFile } from '../../records/model/files/file-rows.ts';

export interface CsvRow {
  readonly place: string;
  readonly cells: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

export interface Csv {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** German spreadsheet programs write and read semicolons. */
const SEPARATORS = [';', ',', '\t'];
const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets calculate cells that begin like this. */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED = /^'+[=+\-@\t\r]/;

const escaped = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell);
const unescaped = (cell: string) => (ESCAPED.test(cell) ? cell.slice(1) : cell);

function separatorOf(text: string): string {
  const counts = SEPARATORS.map((delimiter) => ({
    delimiter,
    columns: Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0,
  }));
  return counts.toSorted((a, b) => b.columns - a.columns)[0]?.delimiter ?? ';';
}

function columnsOf(header: readonly string[]): string[] {
  const columns = header.map((cell) => unescaped(cell).trim());
  const double = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
  if (double) throw new UnreadableFile(`The column “${double}” is there twice; expected each column once.`);
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

export function parseCsv(text: string): Csv {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: separatorOf(text) });
  const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');
  const [header, ...records] = data;
  if (!header || isEmpty(header))
    throw new UnreadableFile('This file is empty; expected a first row with the columns.');
  const columns = columnsOf(header);
  const rows = records.flatMap((cells, index) => {
    if (isEmpty(cells)) return [];
    const found = columns.flatMap((column, place) =>
      column === '' ? [] : [[column, unescaped(cells[place] ?? '')] as const],
    );
    const ofRow = errors.filter(({ row }) => row === index + 1);
    return [{ place: `row ${index + 2}`, cells: new Map(found), faults: faultsOf(cells, columns, ofRow) }];
  });
  if (rows.length === 0) throw new UnreadableFile('This file has a first row with columns and no rows below it.');
  return { columns: columns.filter((column) => column !== ''), rows };
}

/** The byte order mark tells spreadsheet programs that the file is UTF-8. */
export const writeCsv = (columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string =>
  BYTE_ORDER_MARK +
  Papa.unparse(
    [columns, ...rows].map((row) => row.map((cell) => (typeof cell === 'string' ? escaped(cell) : (cell ?? '')))),
    { delimiter: ';', quotes: true },
  );
