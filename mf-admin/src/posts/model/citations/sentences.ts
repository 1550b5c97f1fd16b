/** The sentences of a text, and of a source with its headings and tables. */

export interface Sentence {
  readonly text: string;
  readonly start: number;
  /** The heading above it: words that its own text takes for granted. */
  readonly context: string;
}

const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|\d{1,3}|Dr|Prof|Mag|Ing|Nr|Fr|bzw|ca|etwa|usw|vgl|z|B|d|h|u|a|Abs|Art|Mio|Mrd|St|Mr|Ms|Mrs)\.$/u;
const END = /[.!?…]+[»«"“”']*(?=\s|$)/gu;
/** A sentence goes on with a lowercase letter. */
const START = /^[\p{Lu}\d«»"“„*([-]/u;

export function sentencesIn(text: string): { text: string; start: number }[] {
  const ends = Array.from(text.matchAll(END), ({ 0: mark, index }) => index + mark.length).filter((end) => {
    const next = text.slice(end).trimStart();
    return next === '' || (START.test(next) && !ABBREVIATION.test(text.slice(0, end)));
  });
  return [...ends, text.length].flatMap((end, index) => {
    const from = ends[index - 1] ?? 0;
    const said = text.slice(from, end);
    return said.trim() === '' ? [] : [{ text: said.trim(), start: from + said.search(/\S/) }];
  });
}

interface Line {
  readonly text: string;
  readonly start: number;
}

const ROW = /^\s*\|/;
const RULE = /^[\s|:-]*$/;
const TITLE = /^(?:#{1,6}\s+(.*)|\*\*(.+)\*\*)$/;
const MARKER = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/;

/** Lines that follow each other are one paragraph; a row, a title and an item of a list begin anew. */
function blocksOf(text: string): Line[] {
  const blocks: Line[] = [];
  let isOpen = false;
  let start = 0;
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    const isAlone = ROW.test(line) || TITLE.test(line);
    if (!RULE.test(line)) {
      if (isOpen && last && !isAlone && !MARKER.test(line)) {
        blocks[blocks.length - 1] = { ...last, text: `${last.text} ${line}` };
      } else blocks.push({ text: line, start });
    }
    isOpen = !RULE.test(line) && !isAlone;
    start += line.length + 1;
  }
  return blocks;
}

const cellsOf = (row: string) =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Each cell with the first of its row and the head of its column. */
function rowSentences({ text, start }: Line, head: readonly string[], context: string): Sentence[] {
  const [label = '', ...cells] = cellsOf(text);
  return cells.flatMap((cell, index) =>
    cell === '' ? [] : [{ text: `${label} ${head[index + 1] ?? ''}: ${cell}`, start, context }],
  );
}

function blockSentences({ text, start }: Line, context: string): Sentence[] {
  const marker = MARKER.exec(text)?.[0].length ?? 0;
  return sentencesIn(text.slice(marker)).map((one) => ({ text: one.text, start: start + marker + one.start, context }));
}

/** Of a source as text, with its headings, lists and tables as Markdown writes them. */
export function sentencesOf(text: string): Sentence[] {
  let heading = '';
  let head: readonly string[] | undefined;
  return blocksOf(text).flatMap((block) => {
    const isRow = ROW.test(block.text);
    const [, hashes, bold] = TITLE.exec(block.text) ?? [];
    const columns = isRow ? (head ?? []) : undefined;
    if (isRow && !head) {
      head = cellsOf(block.text);
      return [];
    }
    if (!isRow) head = undefined;
    if (columns) return rowSentences(block, columns, heading);
    const title = hashes ?? bold;
    if (title === undefined) return blockSentences(block, heading);
    heading = title;
    return [{ text: title, start: block.start, context: '' }];
  });
}
