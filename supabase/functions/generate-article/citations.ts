import type { Source } from '../_shared/provider.ts';
import { MISSING, oneLine } from '../_shared/text.ts';

type OnCitation = (numbers: readonly number[], found: string) => string;

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

/** A reference definition (`[9]: https://…`) or a footnote. */
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
 * Replaces every citation by number: `[9]`, `[9][1]`, `[1, 2]`, `[7-9]`, `[^8]`, `[Quelle 9]`, `\[9\]`, `[[9]]`, `【9】`,
 * `[9](#9)`. Definitions of numbers are removed; code, links and task boxes stay.
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

/** The list of sources of an article names each address once. */
export const listed = <Listed extends Source>(sources: readonly Listed[]): readonly Listed[] =>
  sources.filter(({ url }, index) => sources.findIndex((other) => other.url === url) === index);

/** Appends the sources as a numbered list, and marks numbers without a source. */
export function withSources(content: string, sources: readonly Source[]): string {
  const list = listed(sources);
  const placeOf = (number: number) => list.findIndex(({ url }) => url === sources[number - 1]?.url) + 1;
  const checked = replaceCitations(content, (numbers, found) => {
    const places = numbers.map(placeOf);
    const isRight =
      numbers.every((number, index) => number > 0 && number === places[index]) && /^\[\d[^[\]^]*\]$/.test(found);
    return isRight ? found : [...new Set(places)].map((place) => (place > 0 ? `[${place}]` : MISSING)).join('');
  });
  if (list.length === 0) return checked;
  const lines = list.map((source, index) => `${index + 1}. ${link(source)}`);
  return `${checked}\n\n## Quellen\n\n${lines.join('\n')}`;
}

function link({ url, title }: Source): string {
  const text = oneLine(title ?? url).replace(/[\\[\]*_`<>]/g, '\\$&');
  return `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}
