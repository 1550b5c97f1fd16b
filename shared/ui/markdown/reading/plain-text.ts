import type { FootnoteDefinition, Nodes, Root } from 'mdast';
import { remember } from '../../../format/remember.ts';
import { readMarkdown } from './read-markdown.ts';

/** Their children are blocks. */
const FLOW: ReadonlySet<Nodes['type']> = new Set(['root', 'blockquote', 'list', 'listItem']);

/** The text of a node as its page shows it, with the alternative texts of pictures; `onNote` gets footnotes' identifiers. */
export function textIn(node: Nodes, onNote: (identifier: string) => void = () => undefined): string {
  switch (node.type) {
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'break':
      return ' ';
    case 'footnoteReference':
      onNote(node.identifier);
      return '';
    case 'definition':
    case 'footnoteDefinition':
      return '';
    case 'table':
      // A page has no cells beyond the columns of the head.
      return node.children
        .flatMap((row) => row.children.slice(0, node.align?.length))
        .map((cell) => textIn(cell, onNote))
        .join(' ');
    default:
  }
  if (!('children' in node)) return 'value' in node ? node.value : ' ';
  return node.children.map((child) => textIn(child, onNote)).join(FLOW.has(node.type) ? ' ' : '');
}

const footnotesIn = (node: Nodes): FootnoteDefinition[] => {
  if (node.type === 'footnoteDefinition') return [node, ...node.children.flatMap(footnotesIn)];
  return 'children' in node ? node.children.flatMap(footnotesIn) : [];
};

/** The words of a page on one line. The footnotes come last, in the order of their numbers. */
export function textOf(tree: Root): string {
  const cited = new Set<string>();
  const onNote = (identifier: string) => cited.add(identifier);
  const texts = [textIn(tree, onNote)];
  if (cited.size > 0) {
    const notes = new Map(
      footnotesIn(tree)
        .reverse()
        .map((note) => [note.identifier, note]),
    );
    // The set grows by what the footnotes cite.
    for (const identifier of cited) {
      texts.push(...(notes.get(identifier)?.children ?? []).map((child) => textIn(child, onNote)));
    }
  }
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

const remembered = remember<string>();

/** `plainText` of a passage that no other request has: it takes no room of the texts of pages. */
export const plainPassage = (markdown: string): string => textOf(readMarkdown(markdown));

/** The words that the page of a text shows, on one line: for descriptions and counts of words. */
export const plainText = (markdown: string): string => remembered(markdown, () => plainPassage(markdown));
