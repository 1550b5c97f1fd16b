const OPENING = '<!--';
const CLOSING = '-->';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The end of a comment that begins at `start`, as HTML ends it; -1 where nothing does. */
function endOf(text: string, start: number): number {
  const from = start + OPENING.length;
  const short = ['>', '->'].find((ending) => text.startsWith(ending, from));
  if (short) return from + short.length;
  const closing = text.indexOf(CLOSING, from);
  return closing < 0 ? -1 : closing + CLOSING.length;
}

/** The comments of a text. One without an end is none, so that no text is lost unnoticed. */
export function commentsIn(text: string): Span[] {
  const spans: Span[] = [];
  let start = text.indexOf(OPENING);
  while (start >= 0) {
    const end = endOf(text, start);
    if (end < 0) break;
    spans.push({ start, end });
    start = text.indexOf(OPENING, end);
  }
  return spans;
}

const BLANKS = /[ \t]*/y;

function afterBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from;
  return from + (BLANKS.exec(text)?.[0].length ?? 0);
}

/** The end of the comments at the beginning of a text, with the blanks around them; 0 where it begins with none. */
export function endOfLeading(text: string): number {
  let end = 0;
  for (let start = afterBlanks(text, 0); text.startsWith(OPENING, start); start = end) {
    const close = endOf(text, start);
    if (close < 0) break;
    end = afterBlanks(text, close);
  }
  return end;
}

/** A text without some of its spans, which are in order. */
export function without(text: string, spans: readonly Span[]): string {
  let from = 0;
  const parts = spans.map(({ start, end }) => {
    const part = text.slice(from, start);
    from = end;
    return part;
  });
  return parts.join('') + text.slice(from);
}

export const outsideComments = (text: string): string => without(text, commentsIn(text));
