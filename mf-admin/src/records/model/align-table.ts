interface Cell {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Row {
  /** Where the table begins in the line, after an indentation or the marks of a quotation. */
  readonly start: number;
  readonly end: number;
  readonly cells: readonly Cell[];
}

/** Replaces a part of a line. */
export interface LineChange {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

type Side = 'start' | 'center' | 'end';

interface Column {
  readonly width: number;
  readonly side: Side;
}

const MARGIN = /^[\s>]*/;
const DIVIDER = /(?<!\\)(?:\\\\)*\|/g;

function cellOf(line: string, from: number, to: number): Cell {
  const text = line.slice(from, to);
  const start = from + (text.length - text.trimStart().length);
  const trimmed = text.trim();
  return trimmed === '' ? { from, to: from, text: '' } : { from: start, to: start + trimmed.length, text: trimmed };
}

function rowOf(line: string): Row {
  const start = MARGIN.exec(line)?.[0].length ?? 0;
  const end = line.trimEnd().length;
  const dividers = [...line.matchAll(DIVIDER)].map((found) => found.index + found[0].length - 1);
  const inner = dividers.filter((at) => at > start && at < end - 1);
  const edges = [line[start] === '|' ? start : start - 1, ...inner, dividers.includes(end - 1) ? end - 1 : end];
  const cells = edges.slice(1).map((edge, index) => cellOf(line, Number(edges[index]) + 1, edge));
  return { start, end: line.length, cells };
}

const lengthOf = (text: string): number => [...text].length;

function sideOf(rule: string): Side {
  if (!rule.endsWith(':')) return 'start';
  return rule.startsWith(':') ? 'center' : 'end';
}

function columnsOf(rows: readonly Row[]): Column[] {
  const [head, rules, ...body] = rows;
  const texts = [head, ...body];
  return (head?.cells ?? []).map((_, index) => ({
    width: Math.max(3, ...texts.map((row) => lengthOf(row?.cells[index]?.text ?? ''))),
    side: sideOf(rules?.cells[index]?.text ?? ''),
  }));
}

function ruleOf(before: string, width: number): string {
  const left = before.startsWith(':') ? ':' : '';
  const right = before.endsWith(':') ? ':' : '';
  return `${left}${'-'.repeat(width - left.length - right.length)}${right}`;
}

/** Spaces before and after a cell's text; a cell beyond the heading has none. */
function spacesOf(text: string, column: Column | undefined): readonly [string, string] {
  const room = column ? Math.max(0, column.width - lengthOf(text)) : 0;
  const left = { start: 0, center: Math.floor(room / 2), end: room }[column?.side ?? 'start'];
  return [' '.repeat(left), ' '.repeat(room - left)];
}

const rulesAligned = ({ start, end, cells }: Row, columns: readonly Column[], line: number): LineChange => {
  const rules = columns.map(({ width }, index) => ruleOf(cells[index]?.text ?? '', width));
  return { line, from: start, to: end, insert: `| ${rules.join(' | ')} |` };
};

/** Changes only what is between the texts, so that the cursor stays in its cell. */
function rowAligned({ start, end, cells }: Row, columns: readonly Column[], line: number): LineChange[] {
  const spaces = cells.map(({ text }, index) => spacesOf(text, columns[index]));
  const missing = columns.slice(cells.length).map(({ width }) => ` ${' '.repeat(width)} |`);
  const gaps = cells.map(({ from }, index) => ({
    line,
    from: cells[index - 1]?.to ?? start,
    to: from,
    insert: `${spaces[index - 1]?.[1] ?? ''}${index > 0 ? ' ' : ''}| ${spaces[index]?.[0] ?? ''}`,
  }));
  const rest = { line, from: cells.at(-1)?.to ?? start, to: end, insert: `${spaces.at(-1)?.[1]} |${missing.join('')}` };
  return [...gaps, rest];
}

/** The changes that line up the columns of a table; its second line has the rules. */
export function alignTable(lines: readonly string[]): LineChange[] {
  const rows = lines.map(rowOf);
  const columns = columnsOf(rows);
  return rows.flatMap((row, line) => (line === 1 ? rulesAligned(row, columns, line) : rowAligned(row, columns, line)));
}
