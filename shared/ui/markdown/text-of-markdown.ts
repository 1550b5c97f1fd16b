import type { ReactElement, ReactNode } from 'react';
import { remember } from '../../format/remember.ts';
import { highlightFor } from './grammars.ts';
import { DEFAULT_ID_PREFIX } from './headings.ts';
import type { Highlight } from './highlighter.ts';
import { keyOf, parsed, type Text } from './parse.ts';
import type { PreparedText } from './prepared.ts';
import { splitAtSlot } from './slot.ts';

type Elements = ReactElement | readonly ReactNode[];

const isNothing = (elements: Elements) => Array.isArray(elements) && elements.length === 0;

function elementsOf(text: Text, highlight: Highlight | null) {
  const { content, sections } = parsed(text, highlight);
  const parts: readonly Elements[] = text.isSplit ? splitAtSlot(content) : [content];
  return { parts: parts.map((part) => (isNothing(part) ? null : part)), sections };
}

/** How a text is shown; by default as a page's own, in one part. */
export type ShownAs = Partial<Omit<Text, 'source'>>;

/** A server shows the same texts again and again. */
const remembered = remember<PreparedText>();

async function asHtml(text: Text, highlight: Highlight | null): Promise<PreparedText> {
  const { toHtml } = await import(/* webpackChunkName: "to-html" */ './to-html.ts');
  return remembered(keyOf(text), () => {
    const { parts, sections } = elementsOf(text, highlight);
    const html = parts.map((part) => part && { __html: toHtml(part) });
    return { parts: html, sections };
  });
}

/** See `prepareText`. */
export async function textOfMarkdown(source: string, how: ShownAs): Promise<PreparedText> {
  const text: Text = { source, firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, sectionLinks: false, ...how };
  const highlight = await highlightFor(source);
  if (typeof document === 'undefined') return asHtml(text, highlight);
  const { parts, sections } = elementsOf(text, highlight);
  return { parts: parts.map((part) => part && { elements: part }), sections };
}
