import type { Nodes } from 'mdast';
import { wholeTree } from './read-markdown.ts';
import { COMMENT } from './unseen.ts';

const htmlIn = (node: Nodes): Nodes[] =>
  node.type === 'html' ? [node] : 'children' in node ? node.children.flatMap(htmlIn) : [];

/** The text to the letter but for its comments, which stay in code. */
export function withoutComments(markdown: string): string {
  let end = 0;
  const parts = htmlIn(wholeTree(markdown)).flatMap(({ position }) => {
    const [from, to] = [position?.start.offset ?? end, position?.end.offset ?? end];
    const before = markdown.slice(end, from);
    end = to;
    return [before, markdown.slice(from, to).replace(COMMENT, '')];
  });
  return parts.join('') + markdown.slice(end);
}
