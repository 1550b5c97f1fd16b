const NUMBER = String.raw`\^?\d{1,3}`;
const BETWEEN = String.raw`[ \t]*(?:[,;&+‑–—-]|und|and|bis)[ \t]*`;
const NUMBERS = String.raw`[ \t]*(?:(?:Quellen?|Sources?)[ \t]+|#)?${NUMBER}(?:${BETWEEN}${NUMBER})*[ \t]*`;

/** The forms that models write: `[9]`, `[1, 2]`, `[7-9]`, `[^8]`, `[Quelle 9]`, `\[9\]`, `[[9]]`, `【9】`. */
const CITATION = String.raw`\[\[${NUMBERS}\]\]|\\?\[${NUMBERS}\\?\]|【\d{1,3}[^】\n]*】`;

const PARTS = new RegExp(
  String.raw`\`\`\`[\s\S]*?(?:\`\`\`|$)|\`[^\`\n]*\`|!?\[[^\]\n]*\]\([^)\s]*\)|(?<cited>${CITATION})`,
  'g',
);
const RANGE = /(\d{1,3})(?:[ \t]*(?:[‑–—-]|bis)[ \t]*\^?(\d{1,3}))?/g;

const numbersIn = (cited: string): number[] =>
  [...cited.replace(/†.*/, '').matchAll(RANGE)].flatMap(([, from, to]) => {
    const first = Number(from);
    const last = Math.max(first, Number(to ?? from));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

const isWebAddress = (address: string | undefined): address is string =>
  address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address);

function citationOf(number: number, citations: readonly string[]): string {
  const source = citations[number - 1];
  return isWebAddress(source) ? `[\\[${number}\\]](<${new URL(source).href}>)` : `**\\[${number}?\\]**`;
}

/** Links each cited number of the Markdown to its source, and marks a number without a source with a question mark. */
export function withCitations(content: string, citations: readonly string[]): string {
  const cited = content.replace(PARTS, (found, numbers?: string) => {
    if (numbers === undefined) return found;
    return numbersIn(numbers)
      .map((number) => citationOf(number, citations))
      .join('');
  });
  // Adjacent bold marks need a separator: Markdown would show their asterisks.
  return cited.replaceAll('?\\]****\\[', '?\\]\\[');
}

export function unknownCitations(content: string, citations: readonly string[]): readonly number[] {
  const numbers = [...content.matchAll(PARTS)].flatMap(({ groups }) => (groups?.cited ? numbersIn(groups.cited) : []));
  return [...new Set(numbers)].filter((number) => !isWebAddress(citations[number - 1]));
}
