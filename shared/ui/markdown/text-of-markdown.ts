import type { ReactElement, ReactNode } from 'react';
import { remember } from '../../format/remember.ts';
import { highlightFor } from './grammars.ts';
import type { Highlight } from './highlighter.ts';
import { keyOf, parsed, type Text } from './parse.ts';
import { DEFAULT_ID_PREFIX, type Section, splitAtSlot } from './tree.ts';

export type PreparedPart = { readonly __html: string } | { readonly elements: ReactNode };

export interface PreparedText {
  /** The text, or the parts before and after the slot; no part is empty. */
  readonly parts: readonly (PreparedPart | null)[];
  readonly sections: readonly Section[];
}

type Elements = ReactElement | readonly ReactNode[];

const isNothing = (elements: Elements) => Array.isArray(elements) && elements.length === 0;

function elementsOf(text: Text, highlight: Highlight | null) {
  const { content, sections } = parsed(text, highlight);
  const parts: readonly Elements[] = text.hasSlot ? splitAtSlot(content) : [content];
  return { parts: parts.map((part) => (isNothing(part) ? null : part)), sections };
}

export type ShownAs = Partial<Omit<Text, 'source'>>;

const remembered = remember<PreparedText>();

async function asHtml(text: Text, highlight: Highlight | null): Promise<PreparedText> {
  const { toHtml } = await import(/* webpackChunkName: "to-html" */ './to-html.ts');
  return remembered(keyOf(text), () => {
    const { parts, sections } = elementsOf(text, highlight);
    const html = parts.map((part) => part && { __html: toHtml(part) });
    return { parts: html, sections };
  });
}

export async function textOfMarkdown(source: string, how: ShownAs): Promise<PreparedText> {
  const text: Text = { source, firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, sectionLinks: false, ...how };
  const highlight = await highlightFor(source);
  if (typeof document === 'undefined') return asHtml(text, highlight);
  const { parts, sections } = elementsOf(text, highlight);
  return { parts: parts.map((part) => part && { elements: part }), sections };
}
