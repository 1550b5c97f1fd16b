const LONGEST = 60;

/** The text from the tag before a place on. */
function excerpt(html: string, at: number): string {
  const start = Math.max(html.lastIndexOf('<', at), at - LONGEST);
  const end = html.indexOf('<', Math.max(at, start + 1));
  return html.slice(start, Math.min(end < 0 ? html.length : end, start + 2 * LONGEST));
}

/** The first place where two forms of a page differ; `null` for none. */
export function differenceOf(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return `${excerpt(one, at)} and ${excerpt(other, at)}`;
}
