import type { ReactElement, ReactNode } from 'react';
import type { ReadCopies } from '../../contract/pictures.ts';
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

interface Shown {
  readonly text: PreparedText;
  readonly pictures: readonly string[];
}

function elementsOf(text: Text, highlight: Highlight | null) {
  const { content, ...rest } = parsed(text, highlight);
  const parts: readonly Elements[] = text.hasSlot ? splitAtSlot(content) : [content];
  return { parts: parts.map((part) => (isNothing(part) ? null : part)), ...rest };
}

export type ShownAs = Partial<Omit<Text, 'source' | 'copies'>>;

const remembered = remember<Shown>();

async function asHtml(text: Text, highlight: Highlight | null): Promise<Shown> {
  const { toHtml } = await import(/* webpackChunkName: "to-html" */ './to-html.ts');
  return remembered(keyOf(text), () => {
    const { parts, sections, pictures } = elementsOf(text, highlight);
    return { text: { parts: parts.map((part) => part && { __html: toHtml(part) }), sections }, pictures };
  });
}

function asElements(text: Text, highlight: Highlight | null): Shown {
  const { parts, sections, pictures } = elementsOf(text, highlight);
  return { text: { parts: parts.map((part) => part && { elements: part }), sections }, pictures };
}

export async function textOfMarkdown(source: string, readCopies: ReadCopies, how: ShownAs): Promise<PreparedText> {
  const highlight = await highlightFor(source);
  const show = (text: Text) =>
    typeof document === 'undefined' ? asHtml(text, highlight) : asElements(text, highlight);
  const text: Text = { source, firstLevel: 2, idPrefix: DEFAULT_ID_PREFIX, sectionLinks: false, ...how };
  const shown = await show(text);
  if (shown.pictures.length === 0) return shown.text;
  const copies = await readCopies(shown.pictures);
  return copies.size === 0 ? shown.text : (await show({ ...text, copies })).text;
}
