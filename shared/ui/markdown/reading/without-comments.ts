import type { Nodes } from 'mdast';
import { commentsIn, type Span, without } from './comments.ts';
import { leadingComments } from './leading-comments.ts';
import { wholeTree, withoutMark } from './read-markdown.ts';

/** An alternative text comes first in the Markdown of its picture. */
const commentsOf = (node: Nodes, written: string): readonly Span[] => {
  if (node.type === 'html') return commentsIn(written);
  if (node.type !== 'image' && node.type !== 'imageReference') return [];
  return commentsIn(written).slice(0, commentsIn(node.alt ?? '').length);
};

function spansIn(node: Nodes, markdown: string): Span[] {
  if ('children' in node) return node.children.flatMap((child) => spansIn(child, markdown));
  const from = node.position?.start.offset ?? 0;
  const written = markdown.slice(from, node.position?.end.offset ?? 0);
  return commentsOf(node, written).map(({ start, end }) => ({ start: from + start, end: from + end }));
}

/** The text to the letter but for its comments, which stay in code, and a byte order mark. */
export function withoutComments(source: string): string {
  const markdown = withoutMark(source);
  const whole = wholeTree(markdown);
  const leading = leadingComments(whole, markdown);
  if (leading.length === 0) return without(markdown, spansIn(whole, markdown));
  const text = without(markdown, leading);
  return without(text, spansIn(wholeTree(text), text));
}
