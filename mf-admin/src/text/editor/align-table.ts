/** Loaded at the first press only: parser and serializer are as heavy as the editor's own code. */
import type { Nodes, Table, TableCell } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown, gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { gfm } from 'micromark-extension-gfm';

export interface LineChange {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const LAYOUT = gfmToMarkdown({ tablePipeAlign: true, stringLength: (text) => [...text].length });

function textOf({ children }: TableCell, source: string): string {
  const offset = (node: Nodes | undefined, side: 'start' | 'end') => node?.position?.[side].offset ?? 0;
  return source.slice(offset(children[0], 'start'), offset(children.at(-1), 'end'));
}

/** The texts of each row's cells, as they are typed. */
const textsOf = ({ children }: Table, source: string) =>
  children.map((row) => row.children.map((cell) => textOf(cell, source)));

/** Laid out by the serializer, which leaves HTML as it is. */
function laidOut({ align = null }: Table, texts: readonly (readonly string[])[]): string[] {
  const children = texts.map((row) => ({
    type: 'tableRow' as const,
    children: row.map((value) => ({ type: 'tableCell' as const, children: [{ type: 'html' as const, value }] })),
  }));
  return toMarkdown({ type: 'table', align, children }, { extensions: [LAYOUT] })
    .trimEnd()
    .split('\n');
}

/** The changes between the cells of a line, so that the cursor stays in its cell. */
function changesBetween(line: number, before: string, after: string, texts: readonly string[]): LineChange[] {
  let [from, start] = [0, 0];
  const changes: LineChange[] = [];
  for (const text of texts.filter((one) => one !== '')) {
    const [to, end] = [before.indexOf(text, from), after.indexOf(text, start)];
    changes.push({ line, from, to, insert: after.slice(start, end) });
    [from, start] = [to + text.length, end + text.length];
  }
  return [...changes, { line, from, to: before.length, insert: after.slice(start) }];
}

/** The changes that line up the columns of a table, whose second line is the delimiter row; none for another text. */
export function alignTable(lines: readonly string[]): LineChange[] {
  const source = lines.join('\n');
  const { children } = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const [table] = children;
  if (table?.type !== 'table' || table.children.length + 1 !== lines.length) return [];
  const [head = [], ...body] = textsOf(table, source);
  const rows = [head, [], ...body];
  return laidOut(table, [head, ...body]).flatMap((after, line) =>
    changesBetween(line, lines[line] ?? '', after, rows[line] ?? []),
  );
}
