import { escapeHtml } from '../escape-html.ts';
import { type Fields, isFields, listIn, type Part, partOfCard, textIn } from './cards.ts';

export interface Document {
  readonly parts: readonly Part[];
  /** Kinds of cards that are left out. */
  readonly unknown: readonly string[];
}

/** The bits of a text's format. */
const MARKS: readonly (readonly [bit: number, tagName: string])[] = [
  ...([
    [1, 'strong'],
    [2, 'em'],
    [4, 's'],
    [8, 'u'],
    [16, 'code'],
    [32, 'sub'],
    [64, 'sup'],
    [128, 'mark'],
  ] as const),
];

const LISTS: ReadonlyMap<string, string> = new Map(Object.entries({ number: 'ol', bullet: 'ul', check: 'ul' }));

const BLOCKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ paragraph: 'p', quote: 'blockquote', aside: 'blockquote', listitem: 'li' },
    ...{ table: 'table', tablerow: 'tr', tablecell: 'td' },
  }),
);

function withMarks(node: Fields): string {
  const format = Number(node.format) || 0;
  return MARKS.reduce(
    (inner, [bit, tagName]) => (format & bit ? `<${tagName}>${inner}</${tagName}>` : inner),
    escapeHtml(textIn(node, 'text')),
  );
}

const childrenHtml = (node: Fields): string => listIn(node, 'children').map(inlineHtml).join('');

function inlineHtml(node: Fields): string {
  const type = textIn(node, 'type');
  if (type === 'linebreak') return '<br>';
  if (/^(?:link|autolink|at-link)$/.test(type)) {
    return `<a href="${escapeHtml(textIn(node, 'url'))}">${childrenHtml(node)}</a>`;
  }
  return blockHtml(node) ?? (withMarks(node) || childrenHtml(node));
}

function blockHtml(node: Fields): string | undefined {
  const type = textIn(node, 'type').replace('extended-', '');
  const tagName = BLOCKS.get(type);
  if (tagName) return `<${tagName}>${childrenHtml(node)}</${tagName}>`;
  if (type === 'heading') return `<${textIn(node, 'tag')}>${childrenHtml(node)}</${textIn(node, 'tag')}>`;
  const list = type === 'list' && LISTS.get(textIn(node, 'listType'));
  return list ? `<${list} start="${Number(node.start) || 1}">${childrenHtml(node)}</${list}>` : undefined;
}

function toDocument(parts: readonly (Part | string)[]): Document {
  return {
    parts: parts.filter((part) => typeof part !== 'string'),
    unknown: parts.filter((part) => typeof part === 'string'),
  };
}

function ofLexical(root: Fields): Document {
  return toDocument(
    listIn(root, 'children').map((node) => {
      const html = blockHtml(node);
      const type = textIn(node, 'type');
      return html === undefined ? (partOfCard(type, node) ?? type) : { html };
    }),
  );
}

type Marker = readonly [kind: number, opened: readonly number[], closed: number, value: unknown];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function ofMobiledoc(source: Fields): Document {
  const markups = listOf(source.markups).map(listOf);
  const cards = listOf(source.cards).map(listOf);
  const opening = (index: number): [string, string] => {
    const [tagName, attributes] = markups[index] ?? [];
    const [name, value] = listOf(attributes);
    const isLink = tagName === 'a' && name === 'href';
    return [isLink ? `<a href="${escapeHtml(String(value))}">` : `<${tagName}>`, `</${tagName}>`];
  };
  const line = (markers: unknown): string => {
    const open: string[] = [];
    return listOf(markers)
      .map((marker) => {
        const [kind, opened, closed, value] = marker as Marker;
        const starts = opened.map(opening);
        open.push(...starts.map(([, end]) => end));
        const text = kind === 1 ? '<br>' : escapeHtml(String(value));
        return (
          starts.map(([start]) => start).join('') +
          text +
          open
            .splice(open.length - closed, closed)
            .reverse()
            .join('')
        );
      })
      .join('');
  };
  return toDocument(
    listOf(source.sections).map((section) => {
      const [kind, first, rest] = listOf(section);
      if (kind === 1) return { html: `<${first}>${line(rest)}</${first}>` };
      if (kind === 2) return { html: `<img src="${escapeHtml(String(first))}">` };
      if (kind === 3)
        return {
          html: `<${first}>${listOf(rest)
            .map((item) => `<li>${line(item)}</li>`)
            .join('')}</${first}>`,
        };
      const [name, card] = cards[Number(first)] ?? [];
      return partOfCard(String(name), isFields(card) ? card : {}) ?? String(name);
    }),
  );
}

/** The text of a post without HTML, as the two editors of Ghost store it. */
export function readDocument(
  lexical: string | null | undefined,
  mobiledoc: string | null | undefined,
): Document | undefined {
  try {
    const source: unknown = JSON.parse(lexical || mobiledoc || 'null');
    if (!isFields(source)) return undefined;
    return lexical && isFields(source.root) ? ofLexical(source.root) : ofMobiledoc(source);
  } catch {
    return undefined;
  }
}
