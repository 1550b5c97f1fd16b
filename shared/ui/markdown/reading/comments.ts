import type { Nodes, Root } from 'mdast';

const OPENING = '<!--';
const CLOSING = '-->';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The end of a comment that begins at `start`, as HTML ends it; -1 where nothing does. */
function endOf(text: string, start: number): number {
  const from = start + OPENING.length;
  const short = ['>', '->'].find((ending) => text.startsWith(ending, from));
  if (short) return from + short.length;
  const closing = text.indexOf(CLOSING, from);
  return closing < 0 ? -1 : closing + CLOSING.length;
}

/** The comments of a text. One without an end is none, so that no text is lost unnoticed. */
export function commentsIn(text: string): Span[] {
  const spans: Span[] = [];
  let start = text.indexOf(OPENING);
  while (start >= 0) {
    const end = endOf(text, start);
    if (end < 0) break;
    spans.push({ start, end });
    start = text.indexOf(OPENING, end);
  }
  return spans;
}

const BLANKS = /[ \t]*/y;

function afterBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from;
  return from + (BLANKS.exec(text)?.[0].length ?? 0);
}

/** The end of the comments at the beginning of a text, with the blanks around them; 0 where it begins with none. */
function endOfLeading(text: string): number {
  let end = 0;
  for (let start = afterBlanks(text, 0); text.startsWith(OPENING, start); start = end) {
    const close = endOf(text, start);
    if (close < 0) break;
    end = afterBlanks(text, close);
  }
  return end;
}

/** A text without some of its spans, which are in order. */
export function without(text: string, spans: readonly Span[]): string {
  let from = 0;
  const parts = spans.map(({ start, end }) => {
    const part = text.slice(from, start);
    from = end;
    return part;
  });
  return parts.join('') + text.slice(from);
}

export const outsideComments = (text: string): string => without(text, commentsIn(text));

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
