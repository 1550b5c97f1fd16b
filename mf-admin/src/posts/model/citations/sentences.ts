/** Sentences of a source, and of an article, with their places. */

export interface Sentence {
  readonly text: string;
  readonly start: number;
  /** The headings above it and, in a table, the head of its column: words that its own text takes for granted. */
  readonly context: string;
}

const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|\d{1,3}|Dr|Prof|Mag|Ing|Nr|Fr|bzw|ca|etwa|usw|vgl|z|B|d|h|u|a|Abs|Art|Mio|Mrd|St|Mr|Ms|Mrs)\.$/u;

function* sentencesIn(line: string): Generator<{ text: string; start: number }> {
  let from = 0;
  for (const end of line.matchAll(/[.!?…]+[»«"“”']*(?=\s|$)/gu)) {
    const until = end.index + end[0].length;
    const text = line.slice(from, until);
    const next = line.slice(until).trimStart();
    if (ABBREVIATION.test(text) && !/^$/.test(next)) continue;
    if (next !== '' && !/^[\p{Lu}\d«»"“„*(-]/u.test(next)) continue;
    yield trimmed(text, from);
    from = until;
  }
  if (line.slice(from).trim() !== '') yield trimmed(line.slice(from), from);
}

const trimmed = (text: string, from: number) => ({
  text: text.trim(),
  start: from + text.length - text.trimStart().length,
});

/** Cells of a row, each with the head of its column. */
function rowSentences(line: string, start: number, head: readonly string[], heading: string): Sentence[] {
  const cells = line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());
  const label = cells[0] ?? '';
  return cells
    .slice(1)
    .flatMap((cell, index) =>
      cell === '' ? [] : [{ text: `${label} ${head[index + 1] ?? ''}: ${cell}`, start, context: heading }],
    );
}

export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let heading = '';
  let head: readonly string[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (line.trim() === '' || /^[\s|:-]+$/.test(line)) continue;
    if (/^\s*\|/.test(line)) {
      if (head.length === 0)
        head = line
          .replace(/^\s*\||\|\s*$/g, '')
          .split('|')
          .map((cell) => cell.trim());
      else sentences.push(...rowSentences(line, start, head, heading));
      continue;
    }
    head = [];
    const title = /^#{1,6}\s+(.*)$/.exec(line) ?? /^\*\*(.+)\*\*$/.exec(line);
    if (title?.[1]) {
      heading = title[1];
      sentences.push({ text: heading, start, context: '' });
      continue;
    }
    const marker = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/.exec(line)?.[0].length ?? 0;
    for (const sentence of sentencesIn(line.slice(marker))) {
      sentences.push({ text: sentence.text, start: start + marker + sentence.start, context: heading });
    }
  }
  return sentences;
}
