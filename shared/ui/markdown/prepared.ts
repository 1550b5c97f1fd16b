import type { ReactNode } from 'react';
import type { Section } from './parse.ts';

/** A part of a text: HTML where a server has made it, elements where a browser did. */
export type PreparedPart = { readonly __html: string } | { readonly elements: ReactNode };

/** What a loader makes of Markdown, so that pages show it without a parser. */
export interface PreparedText {
  /** The text, or what stands before and after the place for something between. No part is empty. */
  readonly parts: readonly (PreparedPart | null)[];
  /** The text's own headings in their order, by the ids under which they are shown. */
  readonly sections: readonly Section[];
}
