import { wordsIn } from '@ki/shared/format/reading-time.ts';
import { textIn, textOf } from '@ki/shared/ui/markdown/reading/plain-text.ts';
import { readMarkdown } from '@ki/shared/ui/markdown/reading/read-markdown.ts';
import type { Nodes, Root } from 'mdast';

export interface Heading {
  readonly from: number;
  readonly level: number;
  readonly text: string;
}

/** A part of the text from a first- or second-level heading to the next one. */
export interface Section {
  readonly from: number;
  readonly source: string;
}

export interface Structure {
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  /** As many as its page shows. */
  readonly words: number;
}

function headingsOf({ children }: Root): Heading[] {
  return children.flatMap((node) => {
    if (node.type !== 'heading') return [];
    const text = textIn(node).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [{ from: node.position?.start.offset ?? 0, level: node.depth, text }];
  });
}

/** Footnotes, the addresses of references and links to headings belong to the whole text. */
const isOfWholeText = (node: Nodes): boolean =>
  node.type === 'definition' ||
  node.type === 'footnoteDefinition' ||
  (node.type === 'link' && node.url.startsWith('#')) ||
  ('children' in node && node.children.some(isOfWholeText));

/** The preview renders a changed section only. Deeper headings depend on those above them, so they stay together. */
function sectionsOf(text: string, tree: Root, headings: readonly Heading[]): Section[] {
  const starts = isOfWholeText(tree) ? [] : headings.filter(({ level }) => level <= 2).map(({ from }) => from);
  const froms = [0, ...starts.filter((from) => from > 0)];
  return froms
    .map((from, index) => ({ from, source: text.slice(from, froms[index + 1]) }))
    .filter(({ source }, index) => index > 0 || source.trim() !== '' || froms.length === 1);
}

export function structureOf(text: string): Structure {
  const tree = readMarkdown(text);
  const headings = headingsOf(tree);
  return { headings, sections: sectionsOf(text, tree, headings), words: wordsIn(textOf(tree)) };
}
