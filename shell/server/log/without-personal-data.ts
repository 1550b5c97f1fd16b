/** What is longer is cut before it is looked at: nobody's address may cost the server more than a line. */
const LONGEST = 2_000;
const LABEL = '[\\w-]+';

/** What could say who somebody is or what they looked for, and what stands in its place. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\bsb_(?:secret|publishable)_[\w-]+/g, '[key]'],
  [/\b(Bearer|Basic)\s+[^\s"',]+/gi, '$1 [token]'],
  // From the first slash of a word on, so that each word is read once.
  [/(?<=(?:^|[\s?"'<>)])[^\s?"'<>)/]*)(\/[^\s?"'<>]*)\?[^\s"'<>)]*/g, '$1?[query]'],
  [/:\/\/[^\s/@]+@/g, '://[account]@'],
  // The last label has letters only, which tells an address from mf-blog@1.0.0-3f2a91c07b.
  [new RegExp(`(?<![\\w.+%-])[\\w.+%-]+@${LABEL}(?:\\.${LABEL})*\\.[a-z]{2,}\\b`, 'gi'), '[mail]'],
  [/\b(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
  [/\b(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\b|\b(?:[0-9a-f]{1,4}:)+(?::[0-9a-f]{1,4})+\b/gi, '[address]'],
];

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/**
 * A text for the log: cut, and without mail addresses, tokens, keys, the queries of addresses and other machines' IP
 * addresses.
 */
export const withoutPersonalData = (text: string): string =>
  RULES.reduce((left, [what, instead]) => left.replace(what, instead), cut(text));
