const LINES = /[^\n]*\n|[^\n]+/g;
/** Also in quotations and list items. */
const OPENING = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?!.*`)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

/** The open fence after a line, '' when there is none. */
function fenceAfter(line: string, fence: string): string {
  if (fence === '') return OPENING.exec(line)?.[1] ?? '';
  return CLOSING.exec(line)?.[1]?.startsWith(fence) ? '' : fence;
}

/** Splits a text into its paragraphs, each with the blank lines after it. A fenced code is one, blank lines included. */
export function paragraphsOf(text: string): string[] {
  const paragraphs = [''];
  let [fence, followsBlank] = ['', false];
  for (const line of text.match(LINES) ?? []) {
    const isBlank = fence === '' && line.trim() === '';
    if (followsBlank && !isBlank) paragraphs.push(line);
    else paragraphs[paragraphs.length - 1] += line;
    fence = fenceAfter(line, fence);
    followsBlank = isBlank;
  }
  return paragraphs;
}
