const FENCE = /^\s*(```|~~~).*$/gm;
const PICTURE = /!\[([^\]]*)\]\([^)]*\)/g;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;
const FOOTNOTE = /\[\^[^\]]+\]:?/g;
const LINE_MARK = /^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/gm;
const EMPHASIS = /\*\*|__|[*`~|]/g;

/** Markdown without markup, exact enough for word counts and previews. */
export function plainText(markdown: string): string {
  return markdown
    .replace(FENCE, '')
    .replace(PICTURE, '$1')
    .replace(LINK, '$1')
    .replace(FOOTNOTE, '')
    .replace(LINE_MARK, '')
    .replace(EMPHASIS, '')
    .replace(/-{3,}|\s+/g, ' ')
    .trim();
}

/** The beginning of a text, cut between words, at most `most` characters with the ellipsis. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > most / 2 ? lastSpace : most - 1).replace(/[\s,;:.–-]+$/, '')}…`;
}
