import type { Root } from 'mdast';
import { fromMarkdown, type Extension as TreeExtension } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Construct, Extension } from 'micromark-util-types';
import { remember } from '../../../format/remember.ts';
import { divideAtMarks, endingAtMarks } from './bare-addresses.ts';
import { besideMarks, emphasis } from './emphasis.ts';
import { leadingComments, treeWithout } from './leading-comments.ts';
import { dropUnseen } from './unseen.ts';

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
export const wholeTree = (source: string): Root => fromMarkdown(source, { extensions, mdastExtensions });

const BYTE_ORDER_MARK = /^\uFEFF/;

/** A text as micromark counts its offsets: without a byte order mark. */
export const withoutMark = (source: string): string => source.replace(BYTE_ORDER_MARK, '');

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
