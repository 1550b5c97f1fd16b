/** The sentences of an article in Markdown, with the sources that each cites. */
import { commentsIn } from '@ki/shared/ui/markdown/reading/comments.ts';
import { textIn } from '@ki/shared/ui/markdown/reading/plain-text.ts';
import { readMarkdown } from '@ki/shared/ui/markdown/reading/read-markdown.ts';
import type { Nodes, Parents } from 'mdast';
import { hasValues } from './judge.ts';
import { sentencesIn } from './sentences.ts';

export interface CitedSentence {
  /** Without its citations. */
  readonly text: string;
  /** Its place in the Markdown. */
  readonly start: number;
  readonly end: number;
  /** Of its sources, from 1. */
  readonly numbers: readonly number[];
  /** Whether it has a quotation, a number, a date or an address, so that a reader may ask where that comes from. */
  readonly isFact: boolean;
}

export interface ListedSource {
  readonly url: string;
  readonly title: string;
}

const SOURCES = /^(?:Quellen|Quellenverzeichnis|Sources)$/i;

const isParent = (node: Nodes): node is Parents => 'children' in node;
const offsetsOf = ({ position }: Nodes) => [position?.start.offset ?? 0, position?.end.offset ?? 0] as const;

/** The text of a block as long as its Markdown: each mark is a space, so that places stay. */
function textInPlace(block: Nodes, source: string): string {
  const [from, until] = offsetsOf(block);
  const letters = Array.from({ length: until - from }, () => ' ');
  const visit = (node: Nodes) => {
    if (isParent(node)) for (const child of node.children) visit(child);
    else if (node.type === 'text' || node.type === 'footnoteReference') {
      const [start, end] = offsetsOf(node);
      for (let at = start; at < end; at += 1) letters[at - from] = source[at] === '\n' ? ' ' : (source[at] ?? ' ');
    }
  };
  visit(block);
  const inPlace = letters.join('');
  // A text goes on behind a comment at the beginning of a line.
  for (const { start, end } of commentsIn(inPlace)) letters.fill(' ', start, end);
  return letters.join('');
}

const NUMBER = String.raw`\^?\d{1,3}`;
const NUMBERS = String.raw`(?:Quellen?\s+)?${NUMBER}(?:\s*(?:[,;&–-]|und|bis)\s*${NUMBER})*`;
const CITATION = new RegExp(String.raw`\\?\[{1,2}(${NUMBERS})\\?\]{1,2}`, 'g');
const RANGE = /(\d{1,3})(?:\s*(?:[–-]|bis)\s*\^?(\d{1,3}))?/g;

const numbersOf = (cited: string) =>
  [...cited.matchAll(RANGE)].flatMap(([, first, last = first]) =>
    Array.from({ length: Math.max(0, Number(last) - Number(first)) + 1 }, (_, index) => Number(first) + index),
  );

const withoutCitations = (text: string) => text.replace(CITATION, (found) => ' '.repeat(found.length));

/** The sentences of a block. A citation after the point belongs to the sentence before it. */
function sentencesOfBlock(block: Nodes, source: string): CitedSentence[] {
  const inPlace = textInPlace(block, source);
  const [from] = offsetsOf(block);
  const bare = withoutCitations(inPlace);
  const sentences = sentencesIn(bare);
  const cited = Array.from(inPlace.matchAll(CITATION), ({ 1: numbers = '', index }) => ({ numbers, index }));
  return sentences.map(({ text, start }, index) => {
    const next = sentences[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const own = cited.filter((one) => one.index < next && (one.index >= start || index === 0));
    const said = text.replace(/\s+/g, ' ').replace(/ (?=[.,;:!?])/g, '');
    return {
      text: said,
      start: from + start,
      end: from + start + text.length,
      numbers: [...new Set(own.flatMap(({ numbers }) => numbersOf(numbers)))],
      isFact: hasValues(said),
    };
  });
}

const PROSE = new Set<Nodes['type']>(['paragraph', 'tableCell']);

function proseIn(node: Nodes): Nodes[] {
  if (PROSE.has(node.type)) return [node];
  return isParent(node) ? node.children.flatMap(proseIn) : [];
}

function linkIn(node: Nodes): ListedSource | undefined {
  if (node.type === 'link') return { url: node.url, title: textIn(node).trim() };
  return isParent(node) ? node.children.map(linkIn).find((link) => link !== undefined) : undefined;
}

/** The numbered list below the heading of the sources; `[]` without one. */
function sourcesIn(blocks: readonly Nodes[]): ListedSource[] {
  const list = blocks.find((node) => node.type === 'list');
  return list?.type === 'list'
    ? list.children.map((item) => linkIn(item) ?? { url: '', title: textIn(item).replace(/\s+/g, ' ').trim() })
    : [];
}

/** Its sources are in the order of their numbers. */
export function citedArticle(content: string) {
  const { children } = readMarkdown(content);
  const heading = children.findLastIndex((node) => node.type === 'heading' && SOURCES.test(textIn(node).trim()));
  const body = heading < 0 ? children : children.slice(0, heading);
  return {
    sentences: body.flatMap(proseIn).flatMap((block) => sentencesOfBlock(block, content)),
    sources: heading < 0 ? [] : sourcesIn(children.slice(heading + 1)),
  };
}
export type CitedArticle = ReturnType<typeof citedArticle>;
