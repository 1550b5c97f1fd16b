const OPENING = '<!--';
const CLOSING = '-->';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** As HTML ends it; -1 where nothing does. */
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

export const stripped = (text: string): string => without(text, commentsIn(text));
