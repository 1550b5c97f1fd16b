import type { Nodes, Root } from 'mdast';
import { commentsIn, type Span, without } from './comments.ts';

type Place = NonNullable<Nodes['position']>['start'];

const htmlIn = (node: Nodes): Nodes[] =>
  node.type === 'html' ? [node] : 'children' in node ? node.children.flatMap(htmlIn) : [];

const BLANK = /[ \t]*/y;

function afterBlanks(text: string, from: number): number {
  BLANK.lastIndex = from;
  return from + (BLANK.exec(text)?.[0].length ?? 0);
}

/** The comments at the beginning of HTML, with the blanks around them; none where nothing follows. */
function spanOf({ position }: Nodes, source: string): Span[] {
  const start = position?.start.offset ?? 0;
  const html = source.slice(start, position?.end.offset ?? 0);
  let end = afterBlanks(html, 0);
  for (const comment of commentsIn(html)) {
    if (comment.start !== end) break;
    end = afterBlanks(html, comment.end);
  }
  const hasComment = html.slice(0, end).trim() !== '';
  return hasComment && html.slice(end).trim() !== '' ? [{ start, end: start + end }] : [];
}

/** The offsets that remain without the spans, and that of the end. */
function offsetsWithout(spans: readonly Span[], length: number): number[] {
  let from = 0;
  return [...spans, { start: length + 1, end: length + 1 }].flatMap(({ start, end }) => {
    const first = from;
    from = end;
    return Array.from({ length: start - first }, (_, index) => first + index);
  });
}

/** Moves the offsets of a shortened text to those of the whole one. */
function moveBack(node: Nodes, offsets: readonly number[]): void {
  const moved = (place: Place): Place => ({ ...place, offset: offsets[place.offset ?? 0] ?? 0 });
  const { start, end } = node.position ?? {};
  if (start && end) node.position = { start: moved(start), end: moved(end) };
  if ('children' in node) for (const child of node.children) moveBack(child, offsets);
}

/**
 * For CommonMark the line of a comment is HTML up to its end, so that `<!--more-->*Text*` is raw. Such a comment is taken
 * out before, and the line is Markdown.
 */
export const leadingComments = (tree: Root, source: string): Span[] =>
  source.includes('<!--') ? htmlIn(tree).flatMap((html) => spanOf(html, source)) : [];

export function treeWithout(spans: readonly Span[], source: string, read: (source: string) => Root): Root {
  const tree = read(without(source, spans));
  moveBack(tree, offsetsWithout(spans, source.length));
  return tree;
}
