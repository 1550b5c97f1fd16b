/** The texts whose page differs from that before Markdown was read for German texts. For one list of one update. */
import { toSlug } from '@ki/shared/format/slug.ts';
import { commentsIn } from '@ki/shared/ui/markdown/reading/comments.ts';
import { textIn } from '@ki/shared/ui/markdown/reading/plain-text.ts';
import { readMarkdown } from '@ki/shared/ui/markdown/reading/read-markdown.ts';
import { fragmentText } from '@ki/shared/ui/markdown/section-links.ts';
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
  ['an alternative text', (nodes) => nodes.flatMap((node) => ('alt' in node ? (node.alt ?? '') : []))],
  ['an empty heading', (nodes) => nodes.flatMap((node) => (node.type === 'heading' ? 'heading' : []))],
];

/** The ends of the ids of headings; a repeated text gets a number. */
function slugsOf(nodes: readonly Nodes[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const slugs = nodes.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const slug = toSlug(textIn(node));
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    return count > 1 ? `${slug}-${count}` : slug;
  });
  return new Set(slugs);
}

/** A link that led nowhere: its heading's id has a prefix. */
function leadsNow(nodes: readonly Nodes[]): boolean {
  const slugs = slugsOf(nodes);
  return nodes.some(
    (node) =>
      (node.type === 'link' || node.type === 'definition') &&
      /^#./.test(node.url) &&
      slugs.has(toSlug(fragmentText(node.url.slice(1)))),
  );
}

/** In which parts the page of a text differs; none for most texts. */
export function changedReading(source: string): readonly string[] {
  const [before, now] = [nodesIn(former(source)), nodesIn(readMarkdown(source))];
  return [
    ...CHANGES.flatMap(([name, facts]) => (facts(before).join('\n') === facts(now).join('\n') ? [] : [name])),
    ...(leadsNow(now) ? ['a link to a heading'] : []),
  ];
}
