/** One citation by number as it stands in a text: the numbers, ranges counted out. */
export type OnCitation = (numbers: readonly number[], found: string) => string;

/** Fenced code, code in a line, and indented code after an empty line. */
const CODE = [
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?<fence>`{3,}|~{3,})[\s\S]*?(?:^[ \t>]*\k<fence>|$(?![\s\S]))/,
  /(?<!`)(?<ticks>`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\k<ticks>(?!`)/,
  /(?<=(?<![\s\S])|\n[ \t]*\n)(?<indented>(?:(?: {4}|\t)[^\n]*(?:\n|$))+)/,
];

const PLACE = String.raw`(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)`;
const TITLE = String.raw`(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?`;
const LINK = new RegExp(
  String.raw`!?\[(?<text>(?:[^[\]\n]|\[[^[\]\n]*\])*)\]\([ \t]*(?<place>${PLACE})${TITLE}[ \t]*\)`,
);

const NUMBER = String.raw`\^?\d{1,3}`;
const BETWEEN = String.raw`[ \t]*(?:[,;&+‑–—-]|und|and|bis)[ \t]*`;
const NUMBERS = String.raw`[ \t]*(?:(?:Quellen?|Sources?)[ \t]+|#)?${NUMBER}(?:${BETWEEN}${NUMBER})*[ \t]*`;

/** What gives a number an address (`[9]: https://…`), as a link or as a footnote. */
const DEFINITION = new RegExp(
  String.raw`^[ \t>]*\[${NUMBER}\]:[ \t]*\n?[ \t]*(?:<[^<>\n]*>|\S+)${TITLE}[ \t]*(?:\n|$(?![\s\S]))`,
);

const CITATION = new RegExp(
  String.raw`\[\[(?<double>${NUMBERS})\]\]|\\?\[(?<single>${NUMBERS})\\?\]|【(?<lenticular>\d{1,3})[^】\n]*】`,
);

const PARTS = new RegExp([...CODE, LINK, DEFINITION, CITATION].map(({ source }) => source).join('|'), 'gm');
const ONLY_NUMBERS = new RegExp(`^\\[?${NUMBERS}\\]?$`);
const RANGE = /\^?(\d{1,3})(?:[ \t]*(?:[‑–—-]|bis)[ \t]*\^?(\d{1,3}))?/g;

/**
 * The text with every citation by number replaced: `[9]`, `[9][1]`, `[1, 2]`, `[7-9]`, `[^8]`, `[Quelle 9]`, `\[9\]`,
 * `[[9]]`, `【9】`, and `[9](#9)`, which links to nothing outside. Lines that give a number an address go. Code, links
 * and task boxes stay as they are.
 */
export function replaceCitations(content: string, onCitation: OnCitation): string {
  return content.replace(PARTS, (found, ...rest) => {
    const groups: Partial<Record<string, string>> = rest.at(-1);
    const before = content.slice(0, rest.at(-3));
    if (groups.indented !== undefined && isInList(before)) return replaceInLines(found, onCitation);
    if (groups.fence ?? groups.ticks ?? groups.indented) return found;
    const cited = groups.double ?? groups.single ?? groups.lenticular ?? citedByLink(groups);
    if (cited !== undefined) return onCitation(numbersIn(cited), found);
    return groups.text === undefined ? '' : found;
  });
}

/** Indented text after a list goes on with the list. */
const isInList = (before: string) =>
  /(?:^|\n)[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t][^\n]*\n(?:[ \t]*\n|[ \t]+[^\s][^\n]*\n)*$/.test(before);

const replaceInLines = (lines: string, onCitation: OnCitation) =>
  lines.replace(/^([ \t]*)(.*)$/gm, (_, indent: string, text: string) => indent + replaceCitations(text, onCitation));

function citedByLink({ text, place }: Partial<Record<string, string>>): string | undefined {
  const isCitation = text !== undefined && ONLY_NUMBERS.test(text) && !/^<?(?:https?:)?\/\//i.test(place ?? '');
  return isCitation ? text : undefined;
}

function numbersIn(cited: string): number[] {
  return [...cited.matchAll(RANGE)].flatMap(([, from, to]) => {
    const first = Number(from);
    const last = Math.max(first, Number(to ?? from));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
