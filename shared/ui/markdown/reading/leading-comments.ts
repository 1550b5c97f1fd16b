import type { Nodes, Root } from 'mdast';
import { endOfLeading, type Span, without } from './comments.ts';

type Place = NonNullable<Nodes['position']>['start'];

/** Blocks of blocks. */
const CONTAINERS: ReadonlySet<Nodes['type']> = new Set([
  'root',
  'blockquote',
  'list',
  'listItem',
  'footnoteDefinition',
]);

const offsetsOf = ({ position }: Nodes): Span => ({
  start: position?.start.offset ?? 0,
  end: position?.end.offset ?? 0,
});

interface HtmlBlock extends Span {
  /** A comment of this block may go on up to here. */
  readonly endOfContainer: number;
}

function htmlBlocksIn(node: Nodes): HtmlBlock[] {
  if (!('children' in node) || !CONTAINERS.has(node.type)) return [];
  const endOfContainer = offsetsOf(node).end;
  return node.children.flatMap((child) =>
    child.type === 'html' ? [{ ...offsetsOf(child), endOfContainer }] : htmlBlocksIn(child),
  );
}

/**
 * The comments at the beginning of a block, with the blanks around them. CommonMark ends a block with the line of its first
 * `-->`, where another comment may begin. No span where nothing follows the comments of the block.
 */
function spanOf({ start, end, endOfContainer }: HtmlBlock, source: string): Span[] {
  const length = endOfLeading(source.slice(start, endOfContainer));
  const isWhole = source.slice(start + length, end).trim() === '' && start + length <= end;
  return length === 0 || isWhole ? [] : [{ start, end: start + length }];
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
export function leadingComments(tree: Root, source: string): Span[] {
  const spans: Span[] = [];
  if (!source.includes('<!--')) return spans;
  for (const block of htmlBlocksIn(tree)) {
    if (block.start >= (spans.at(-1)?.end ?? 0)) spans.push(...spanOf(block, source));
  }
  return spans;
}

export function treeWithout(spans: readonly Span[], source: string, read: (source: string) => Root): Root {
  const tree = read(without(source, spans));
  moveBack(tree, offsetsWithout(spans, source.length));
  return tree;
}
