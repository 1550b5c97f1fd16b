import type { Html, Nodes, Parents, Root } from 'mdast';
import { fromMarkdown, type Extension as TreeExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Construct, Extension } from 'micromark-util-types';
import { remember } from '../../../format/remember.ts';
import { divideAtMarks, endingAtMarks } from './bare-addresses.ts';
import { commentsIn, leadingComments, outsideComments, type Span, treeWithout, without } from './comments.ts';
import { besideMarks, emphasis } from './emphasis.ts';

/** Raw HTML is shown as text, all but its comments. */
function shownHtml(html: Html): Html[] {
  const value = outsideComments(html.value);
  if (value.length === html.value.length) return [html];
  return value.trim() === '' ? [] : [{ ...html, value }];
}

const HIDDEN = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Whether a reader sees it: a picture or letters. */
function isSeen(node: Nodes): boolean {
  if ('children' in node) return node.children.some(isSeen);
  return 'value' in node ? !HIDDEN.test(node.value) : node.type !== 'break';
}

/** Parts that stay empty: a cell keeps its column, a note its number. */
const KEPT: ReadonlySet<Nodes['type']> = new Set(['tableCell', 'footnoteDefinition']);

/** Takes out comments, what had nothing else, and headings without a text. */
function dropUnseen(parent: Parents): void {
  const seen = parent.children.flatMap((child): Nodes[] => {
    if (child.type === 'html') return shownHtml(child);
    if (child.type === 'image' || child.type === 'imageReference')
      return [{ ...child, alt: outsideComments(child.alt ?? '') }];
    if (!('children' in child)) return [child];
    const had = child.children.length;
    dropUnseen(child);
    if (child.type === 'heading') return isSeen(child) ? [child] : [];
    const isLost = child.children.length === 0 && had > 0 && !KEPT.has(child.type);
    return isLost ? [] : [child];
  });
  parent.children = seen as typeof parent.children;
}

const ADAPTED: Readonly<Record<string, (construct: Construct) => readonly Construct[]>> = {
  strikethrough: (construct) => [besideMarks(construct)],
  protocolAutolink: (construct) => [endingAtMarks(construct, 'literalAutolinkHttp'), construct],
  wwwAutolink: (construct) => [endingAtMarks(construct, 'literalAutolinkWww'), construct],
};

const adapted = (construct: Construct) => ADAPTED[construct.name ?? '']?.(construct) ?? [construct];

/** GFM as German texts need it. Two tildes strike out, one does not, as in `H~2~O`. */
function gfmAdapted(): Extension {
  const extension = gfm({ singleTilde: false });
  const text = Object.entries(extension.text ?? {}).map(
    ([code, constructs = []]) => [code, [constructs].flat().flatMap(adapted)] as const,
  );
  return { ...extension, text: Object.fromEntries(text) };
}

const extensions: Extension[] = [gfmAdapted(), emphasis];
const mdastExtensions: TreeExtension[] = [{ transforms: [divideAtMarks] }, ...gfmFromMarkdown()];

/** With what pages do not show. */
const wholeTree = (source: string): Root => fromMarkdown(source, { extensions, mdastExtensions });

const BYTE_ORDER_MARK = /^\uFEFF/;

/** A text as micromark counts its offsets: without a byte order mark. */
const withoutMark = (source: string): string => source.replace(BYTE_ORDER_MARK, '');

function treeOf(text: string): Root {
  const source = withoutMark(text);
  const whole = wholeTree(source);
  const comments = leadingComments(whole, source);
  const tree = comments.length === 0 ? whole : treeWithout(comments, source, wholeTree);
  dropUnseen(tree);
  return tree;
}

/** The last text only: its page, its description and its reading time follow each other. */
const remembered = remember<Root>(0);

/** The one reading of Markdown: pages, feeds, plain texts and the staff area make theirs of it. Nobody may change it. */
export const readMarkdown = (source: string): Root => remembered(source, () => treeOf(source));

/** For unified, as a plugin that replaces its parser. */
export function remarkReading(this: { parser?: unknown }): void {
  this.parser = readMarkdown;
}

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
