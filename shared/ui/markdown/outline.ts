import { highlightFor } from './grammars.ts';
import { DEFAULT_ID_PREFIX } from './headings.ts';
import { parsed, type Section } from './parse.ts';

/** The headings of a Markdown text in their order, with the ids under which `Markdown` renders them. */
export function outlineOf(source: string): readonly Section[] {
  const highlight = highlightFor(source);
  // As the text of a page is parsed, so that it is parsed once for both.
  const text = { source, firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, sectionLinks: true } as const;
  return parsed(text, highlight instanceof Promise ? null : highlight).sections;
}
