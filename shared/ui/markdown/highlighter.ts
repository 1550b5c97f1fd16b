import type { LanguageFn } from 'highlight.js';
import type { Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';

/** A step of the parser that colours blocks of code. */
export type Highlight = NonNullable<Options['rehypePlugins']>[number];

/** Colours code in the languages of the given grammars; code in any other stays plain. */
export const createHighlight = (languages: Readonly<Record<string, LanguageFn>>): Highlight => [
  rehypeHighlight,
  { languages },
];
