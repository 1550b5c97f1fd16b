/** The texts whose page differs from that before Markdown was read for German texts. For one list of one update. */
import { toSlug } from '@ki/shared/format/slug.ts';
import { commentsIn } from '@ki/shared/ui/markdown/reading/comments.ts';
import { textIn } from '@ki/shared/ui/markdown/reading/plain-text.ts';
import { readMarkdown } from '@ki/shared/ui/markdown/reading/read-markdown.ts';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

/** GFM as it is: the former reading. */
const former = (source: string) => fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });

const nodesIn = (node: Nodes): Nodes[] => [node, ...('children' in node ? node.children.flatMap(nodesIn) : [])];

type Facts = (nodes: readonly Nodes[]) => readonly string[];

const textsOf =
  (...types: readonly Nodes['type'][]): Facts =>
  (nodes) =>
    nodes.filter(({ type }) => types.includes(type)).map((node) => `${node.type} ${textIn(node)}`);

/** Each with what it is about in a tree. */
const CHANGES: readonly (readonly [string, Facts])[] = [
  ['italics or bold', textsOf('emphasis', 'strong')],
  ['text struck out by one tilde', textsOf('delete')],
  ['the end of an address', (nodes) => nodes.flatMap((node) => (node.type === 'link' ? node.url : []))],
  [
    'a comment',
    (nodes) =>
      nodes.flatMap((node) =>
        node.type === 'html' ? commentsIn(node.value).map(({ start, end }) => node.value.slice(start, end)) : [],
      ),
  ],
  ['an empty heading', (nodes) => nodes.flatMap((node) => (node.type === 'heading' ? 'heading' : []))],
];

/** A link that led nowhere: its heading's id has a prefix. */
function leadsNow(nodes: readonly Nodes[]): boolean {
  const slugs = new Set(nodes.flatMap((node) => (node.type === 'heading' ? toSlug(textIn(node)) : [])));
  return nodes.some(
    (node) => node.type === 'link' && /^#./.test(node.url) && slugs.has(toSlug(safelyDecoded(node.url.slice(1)))),
  );
}

function safelyDecoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** In which parts the page of a text differs; none for most texts. */
export function changedReading(source: string): readonly string[] {
  const [before, now] = [nodesIn(former(source)), nodesIn(readMarkdown(source))];
  return [
    ...CHANGES.flatMap(([name, facts]) => (facts(before).join('\n') === facts(now).join('\n') ? [] : [name])),
    ...(leadsNow(now) ? ['a link to a heading'] : []),
  ];
}
