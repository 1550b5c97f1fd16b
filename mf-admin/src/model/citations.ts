/** Code, a link, and a number in square brackets, of which only the last is looked at. */
const PARTS = /```[\s\S]*?(?:```|$)|`[^`\n]*`|!?\[[^\]\n]*\]\([^)\s]*\)|\[(\d{1,3})\]/g;

const isWebAddress = (address: string | undefined): address is string =>
  address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address);

/**
 * The Markdown with every number in square brackets as a link to its source, so that each stands for one; a number
 * without a source is marked with a question mark.
 */
export function withCitations(content: string, citations: readonly string[]): string {
  return content.replace(PARTS, (found, number?: string) => {
    if (number === undefined) return found;
    const source = citations[Number(number) - 1];
    return isWebAddress(source) ? `[\\[${number}\\]](<${new URL(source).href}>)` : `**\\[${number}?\\]**`;
  });
}

/** The numbers in the text that refer to no source. */
export function unknownCitations(content: string, citations: readonly string[]): readonly number[] {
  const numbers = [...content.matchAll(PARTS)].flatMap(([, number]) => (number ? [Number(number)] : []));
  return [...new Set(numbers)].filter((number) => !isWebAddress(citations[number - 1]));
}
