import type { ReadCopies } from '../../contract/pictures.ts';
import type { PreparedText, ShownAs } from './text-of-markdown.ts';

export type { PreparedPart, PreparedText } from './text-of-markdown.ts';

/**
 * Renders Markdown in a loader: on a server to cached HTML, in a browser to elements by a lazily loaded parser. Pictures
 * of other hosts are shown by their copies.
 */
export async function prepareText(source: string, copies: ReadCopies, how: ShownAs = {}): Promise<PreparedText> {
  const { textOfMarkdown } = await import(/* webpackChunkName: "markdown" */ './text-of-markdown.ts');
  return textOfMarkdown(source, copies, how);
}

/** `plainText` for loaders: in a browser its parser is loaded with the first text. */
export async function plainTextOf(source: string): Promise<string> {
  const { plainText } = await import(/* webpackChunkName: "markdown" */ './reading/plain-text.ts');
  return plainText(source);
}

export async function plainPassageOf(source: string): Promise<string> {
  const { plainPassage } = await import(/* webpackChunkName: "markdown" */ './reading/plain-text.ts');
  return plainPassage(source);
}

/** A text for programs that read Markdown: to the letter, without the comments that pages do not show either. */
export async function publicMarkdown(source: string): Promise<string> {
  if (!source.includes('<!--')) return source;
  const { withoutComments } = await import(/* webpackChunkName: "markdown" */ './reading/read-markdown.ts');
  return withoutComments(source);
}
