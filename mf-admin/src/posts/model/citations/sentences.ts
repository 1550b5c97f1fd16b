/** The sentences of a text, and of a source with its headings and tables. */
import { quotationsIn } from './quotations.ts';

export interface Sentence {
  readonly text: string;
  /** The heading above it: words that its own text takes for granted. */
  readonly heading: string;
  /** The row of a table whose cell it is. */
  readonly row?: string;
}

const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|\d{1,3}|Dr|Prof|Mag|Ing|Nr|Fr|bzw|ca|etwa|usw|vgl|z|B|d|h|u|a|Abs|Art|Mio|Mrd|St|Mr|Ms|Mrs)\.$/u;
const END = /[.!?…]+[»«"“”']*(?=\s|$)/gu;
/** A sentence goes on with a lowercase letter. */
const START = /^[\p{Lu}\d«»"“„*([-]/u;

/** Where sentences end; never within a quotation. */
function endsIn(text: string): number[] {
  const quotations = quotationsIn(text);
  return Array.from(text.matchAll(END), ({ 0: mark, index }) => index + mark.length).filter((end) => {
    const next = text.slice(end).trimStart();
    if (quotations.some((one) => one.start < end && end < one.end)) return false;
    return next === '' || (START.test(next) && !ABBREVIATION.test(text.slice(0, end)));
  });
}

export function sentencesIn(text: string): { text: string; start: number }[] {
  const ends = endsIn(text);
  return [...ends, text.length].flatMap((end, index) => {
    const from = ends[index - 1] ?? 0;
    const said = text.slice(from, end);
    return said.trim() === '' ? [] : [{ text: said.trim(), start: from + said.search(/\S/) }];
  });
}

const ROW = /^\s*\|/;
const RULE = /^[\s|:-]*$/;
const TITLE = /^(?:#{1,6}\s+(.*)|\*\*(.+)\*\*)$/;
const MARKER = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/;

/** Lines that follow each other are one paragraph; a row, a title and an item of a list begin anew. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const isAlone = ROW.test(line) || TITLE.test(line);
    if (isOpen && !isAlone && !RULE.test(line) && !MARKER.test(line)) blocks.push(`${blocks.pop()} ${line}`);
    else if (!RULE.test(line)) blocks.push(line);
    isOpen = !RULE.test(line) && !isAlone;
  }
  return blocks;
}

const cellsOf = (row: string) =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Each cell with the first of its row and the head of its column. */
function rowSentences(row: string, head: readonly string[], heading: string): Sentence[] {
  const [label = '', ...cells] = cellsOf(row);
  return cells.flatMap((cell, index) =>
    cell === '' ? [] : [{ text: `${label} ${head[index + 1] ?? ''}: ${cell}`, heading, row }],
  );
}

/** Of a source as text, with its headings, lists and tables as Markdown writes them. */
export function sentencesOf(text: string): Sentence[] {
  let heading = '';
  let head: readonly string[] | undefined;
  return blocksOf(text).flatMap((block): Sentence[] => {
    if (ROW.test(block)) {
      if (head) return rowSentences(block, head, heading);
      head = cellsOf(block);
      return [];
    }
    head = undefined;
    const [, hashes, bold] = TITLE.exec(block) ?? [];
    const title = hashes ?? bold;
    if (title === undefined) return sentencesIn(block.replace(MARKER, '')).map((one) => ({ text: one.text, heading }));
    heading = title;
    return [{ text: title, heading: '' }];
  });
}
