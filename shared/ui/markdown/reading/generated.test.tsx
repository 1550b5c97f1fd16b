import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FUZZ_SEED, rounds } from '../../../testing/rounds.ts';
import { Markdown } from '../markdown.tsx';
import { plainText, textIn } from './plain-text.ts';
import { readMarkdown } from './read-markdown.ts';

const WORDS = ['Wort', 'Schüler*innen', 'ä', '5*3', 'H~2~O', 'KI', ' ', ' ', ' ', '\n', '. ', ', '];
const MARKS = ['  \n', ...'* ** *** _ ~ ~~ ` „ “ » « ( ) : … \\ &amp; &nbsp;'.split(' ')];
const LINKS = '[ ](/a) ](#wort) ][b] ![ ](/b.png) [^1] [^2] https://a.ch/x www.b.ch c@d.ch <https://e.ch>'.split(' ');
const HTML = ['<b>', '</b>', '<Wort>', '<!-- c -->', '<!--', '-->', '<br>'];
/** Beginnings of blocks, each behind a colon. */
const BLOCKS = [
  ...':\n\n:\n\n## :\n\n##\n\n:\n# :\n- :\n  - :\n1. :\n> :\n\n    :\n---\n:\n===\n:\n- [x] '.split(':').slice(1),
  ...['\n\n```js\n', '\n```\n\n', '\n\n| a | *b* |\n|---|:-:|\n| c | ', ' | d | e |\n'],
  ...['\n\n[^1]: Note ', '\n\n[^2]: Zwei[^1] ', '\n\n[b]: /ref\n\n'],
];

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 4, arbitrary: fc.constantFrom(...MARKS) },
  { weight: 2, arbitrary: fc.constantFrom(...LINKS) },
  { weight: 1, arbitrary: fc.constantFrom(...HTML) },
  { weight: 2, arbitrary: fc.constantFrom(...BLOCKS) },
);
const markdown = fc.array(piece, { maxLength: 60 }).map((pieces) => `${pieces.join('')}\n\n[^1]: Note\n\n[b]: /ref`);

const FURNITURE = [
  /<figcaption>.*?<\/figcaption>/g,
  /<button [^>]*data-copy.*?<\/button>/g,
  /<sup>.*?<\/sup>/g,
  /<a [^>]*data-footnote-backref.*?<\/a>/g,
  /<h2 class="sr-only".*?<\/h2>/g,
];
const BLOCK =
  /<\/?(?:p|h\d|[uo]l|li|blockquote|pre|table|thead|tbody|tr|t[hd]|div|figure|section|hr|br|input|col|colgroup)\b[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const withoutEntities = (html: string) => html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => ENTITIES[name] ?? '');
/** Pages have addresses as URLs write them. */
function plainAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The text of HTML as a reader sees it, pictures by their alternative texts. */
const textOf = (html: string) =>
  oneLine(
    withoutEntities(
      html
        .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '$1')
        .replace(BLOCK, ' ')
        .replace(/<[^>]*>/g, ''),
    ),
  );

function page(source: string) {
  const html = FURNITURE.reduce(
    (rest, part) => rest.replace(part, ''),
    renderToStaticMarkup(<Markdown source={source} />).replace(/^<div[^>]*>|<\/div>$/g, ''),
  );
  const found = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value = '']) => value);
  return {
    text: textOf(html),
    headings: found(/<h\d id="abschnitt-[^>]*>(.*?)<\/h\d>/gs).map(textOf),
    links: found(/<a [^>]*?href="([^"]*)"/g)
      .map(withoutEntities)
      .map(plainAddress)
      .sort(),
    pictures: found(/<img [^>]*?src="([^"]*)"/g)
      .map(withoutEntities)
      .map(plainAddress)
      .sort(),
  };
}

const isSeen = (node: Nodes, notes: ReadonlySet<string>) =>
  node.type !== 'footnoteDefinition' || notes.has(node.identifier);

/** The parts that a reader gets; footnotes only where the text cites them. */
function nodesIn(node: Nodes, notes: ReadonlySet<string>): Nodes[] {
  if (!isSeen(node, notes)) return [];
  const children: Nodes[] = 'children' in node ? node.children : [];
  const shown =
    node.type === 'table' ? node.children.flatMap((row) => row.children.slice(0, node.align?.length)) : children;
  return [node, ...shown.flatMap((child) => nodesIn(child, notes))];
}

function citedNotes(tree: Nodes, notes = new Set<string>()): ReadonlySet<string> {
  const cited = nodesIn(tree, notes).flatMap((node) => (node.type === 'footnoteReference' ? node.identifier : []));
  return cited.every((one) => notes.has(one)) ? notes : citedNotes(tree, new Set([...notes, ...cited]));
}

function reading(source: string) {
  const tree = readMarkdown(source);
  const nodes = nodesIn(tree, citedNotes(tree));
  const slug = (url: string) => (url === '#wort' && headings.includes('Wort') ? '#abschnitt-wort' : url);
  const headings = nodes.flatMap((node) => (node.type === 'heading' ? oneLine(textIn(node)) : []));
  const links = nodes.flatMap((node) =>
    node.type === 'link' ? node.url : node.type === 'linkReference' ? '/ref' : [],
  );
  const pictures = nodes.flatMap((node) =>
    node.type === 'image' ? node.url : node.type === 'imageReference' ? '/ref' : [],
  );
  return {
    text: plainText(source),
    headings,
    links: links.map(slug).map(plainAddress).sort(),
    pictures: pictures.map(plainAddress).sort(),
  };
}

function frozen<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) frozen(inner);
  return Object.freeze(value);
}

test('text, headings, links and pictures of generated texts are those of their pages, and no page changes the reading', () => {
  fc.assert(
    fc.property(markdown, (source) => {
      frozen(readMarkdown(source));
      expect(reading(source)).toEqual(page(source));
    }),
    { numRuns: rounds({ short: 300, long: 2_000 }), seed: FUZZ_SEED },
  );
});
