const NUMBER = String.raw`\^?\d{1,3}`;
const BETWEEN = String.raw`[ \t]*(?:[,;&+‑–—-]|und|and|bis)[ \t]*`;
const NUMBERS = String.raw`[ \t]*(?:(?:Quellen?|Sources?)[ \t]+|#)?${NUMBER}(?:${BETWEEN}${NUMBER})*[ \t]*`;

/** As models write it: `[9]`, `[1, 2]`, `[7-9]`, `[^8]`, `[Quelle 9]`, `\[9\]`, `[[9]]`, `【9】`. */
const CITATION = String.raw`\[\[${NUMBERS}\]\]|\\?\[${NUMBERS}\\?\]|【\d{1,3}[^】\n]*】`;

/** Code, a link, and numbers in square brackets, of which only the last is looked at. */
const PARTS = new RegExp(
  String.raw`\`\`\`[\s\S]*?(?:\`\`\`|$)|\`[^\`\n]*\`|!?\[[^\]\n]*\]\([^)\s]*\)|(?<cited>${CITATION})`,
  'g',
);
const RANGE = /(\d{1,3})(?:[ \t]*(?:[‑–—-]|bis)[ \t]*\^?(\d{1,3}))?/g;

/** What is cited, ranges counted out; of `【9†…】` the first number. */
function numbersIn(cited: string): number[] {
  return [...cited.replace(/†.*/, '').matchAll(RANGE)].flatMap(([, from, to]) => {
    const first = Number(from);
    const last = Math.max(first, Number(to ?? from));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

const isWebAddress = (address: string | undefined): address is string =>
  address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address);

function citationOf(number: number, citations: readonly string[]): string {
  const source = citations[number - 1];
  return isWebAddress(source) ? `[\\[${number}\\]](<${new URL(source).href}>)` : `**\\[${number}?\\]**`;
}

/**
 * The Markdown with every number in square brackets as a link to its source, so that each stands for one; a number
 * without a source is marked with a question mark.
 */
export function withCitations(content: string, citations: readonly string[]): string {
  const cited = content.replace(PARTS, (found, numbers?: string) => {
    if (numbers === undefined) return found;
    return numbersIn(numbers)
      .map((number) => citationOf(number, citations))
      .join('');
  });
  // Markdown would show the asterisks between two marks.
  return cited.replaceAll('?\\]****\\[', '?\\]\\[');
}

/** The numbers in the text that refer to no source. */
export function unknownCitations(content: string, citations: readonly string[]): readonly number[] {
  const numbers = [...content.matchAll(PARTS)].flatMap(({ groups }) => (groups?.cited ? numbersIn(groups.cited) : []));
  return [...new Set(numbers)].filter((number) => !isWebAddress(citations[number - 1]));
}
