/** The beginning of a text, cut between words, at most `most` characters with the ellipsis. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const lastSpace = cut.lastIndexOf(' ');
  return `${cut.slice(0, lastSpace > most / 2 ? lastSpace : most - 1).replace(/[\s,;:.–-]+$/, '')}…`;
}
