import type { LanguageFn } from 'highlight.js';
import type { Options } from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';

export type Highlight = NonNullable<Options['rehypePlugins']>[number];

export const createHighlight = (languages: Readonly<Record<string, LanguageFn>>): Highlight => [
  rehypeHighlight,
  { languages },
];
