import type { HastElement } from './hast.ts';

const PREFIX = 'language-';

/** The word after a fence, which the parser leaves as a class of the `code` element. */
export function codeLanguage(code: HastElement | undefined): string | undefined {
  const classes = code?.properties.className;
  if (!Array.isArray(classes)) return undefined;
  const entry = classes.map(String).find((name) => name.startsWith(PREFIX));
  return entry?.slice(PREFIX.length);
}
