import type { PreparedText } from './prepared.ts';
import type { ShownAs } from './text-of-markdown.ts';

/**
 * Markdown as the whole platform understands it, ready to be shown: posts, learning objectives, lessons. For loaders:
 * on a server it becomes HTML, made once for each text; a browser that has to read for itself loads the parser and gets
 * elements.
 */
export async function prepareText(source: string, how: ShownAs = {}): Promise<PreparedText> {
  const { textOfMarkdown } = await import(/* webpackChunkName: "markdown" */ './text-of-markdown.ts');
  return textOfMarkdown(source, how);
}
