import { escapeHtml } from '../conversion.ts';

export interface Document {
  readonly parts: readonly Part[];
  /** Kinds of cards that are left out. */
  readonly unknown: readonly string[];
}

/** The bits of a text's format. */
const MARKS: readonly (readonly [bit: number, tagName: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
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

const toDocument = (parts: readonly (Part | string)[]): Document => ({
  parts: parts.filter((part) => typeof part !== 'string'),
  unknown: parts.filter((part) => typeof part === 'string'),
});

const ofLexical = (root: Fields): Document =>
  toDocument(
    listIn(root, 'children').map((node) => {
      const html = blockHtml(node);
      const type = textIn(node, 'type');
      return html === undefined ? (partOfCard(type, node) ?? type) : { html };
    }),
  );

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

/** A part of a text that is not stored as HTML. */
type Part = { readonly html: string } | { readonly markdown: string };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const textIn = (fields: Fields, ...names: readonly string[]): string => {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : '';
};

const listIn = (fields: Fields, name: string): Fields[] => {
  const found = fields[name];
  return Array.isArray(found) ? found.filter(isFields) : [];
};

const figure = (inner: string, card: Fields) =>
  `<figure>${inner}<figcaption>${textIn(card, 'caption')}</figcaption></figure>`;
const picture = (card: Fields, source = textIn(card, 'src')) =>
  source && `<img src="${escapeHtml(source)}" alt="${escapeHtml(textIn(card, 'alt', 'altText'))}">`;
const link = (address: string, name: string) =>
  address && name && `<p><a href="${escapeHtml(address)}">${escapeHtml(name)}</a></p>`;
const withLink = (inner: string, address: string) =>
  address ? `<a href="${escapeHtml(address)}">${inner}</a>` : inner;

function bookmark(card: Fields): string {
  const about = isFields(card.metadata) ? card.metadata : {};
  const address = textIn(card, 'url');
  return figure(
    `${link(address, textIn(about, 'title') || address)}<p>${escapeHtml(textIn(about, 'description'))}</p>`,
    card,
  );
}

const nothing = () => '';

/** Cards by the names that both formats have for them; what only mails have is nothing. */
const CARDS: ReadonlyMap<string, (card: Fields) => string> = new Map(
  Object.entries<(card: Fields) => string>({
    ...{ horizontalrule: () => '<hr>', hr: () => '<hr>', html: (card) => textIn(card, 'html') },
    ...{ email: nothing, 'email-cta': nothing, paywall: nothing },
    image: (card) => figure(withLink(picture(card), textIn(card, 'href')), card),
    gallery: (card) =>
      figure(
        listIn(card, 'images')
          .map((image) => picture(image))
          .join(''),
        card,
      ),
    codeblock: (card) =>
      figure(
        `<pre><code class="language-${escapeHtml(textIn(card, 'language') || 'text')}">${escapeHtml(textIn(card, 'code'))}</code></pre>`,
        card,
      ),
    embed: (card) => figure(textIn(card, 'html') || link(textIn(card, 'url'), textIn(card, 'url')), card),
    bookmark,
    callout: (card) =>
      `<blockquote><p>${escapeHtml(textIn(card, 'calloutEmoji'))} ${textIn(card, 'calloutText')}</p></blockquote>`,
    toggle: (card) => `<h4>${textIn(card, 'heading')}</h4>${textIn(card, 'content')}`,
    button: (card) => link(textIn(card, 'buttonUrl'), textIn(card, 'buttonText')),
    audio: (card) => link(textIn(card, 'src'), textIn(card, 'title') || textIn(card, 'src')),
    video: (card) => figure(`<video src="${escapeHtml(textIn(card, 'src'))}"></video>`, card),
    file: (card) =>
      `${link(textIn(card, 'src'), textIn(card, 'fileTitle', 'fileName', 'src'))}<p>${textIn(card, 'fileCaption')}</p>`,
    product: (card) =>
      `${picture(card, textIn(card, 'productImageSrc'))}<h4>${textIn(card, 'productTitle')}</h4>${textIn(card, 'productDescription')}${link(textIn(card, 'productUrl'), textIn(card, 'productButton'))}`,
    header: (card) =>
      `${picture(card, textIn(card, 'backgroundImageSrc'))}<h2>${textIn(card, 'header', 'heading')}</h2><p>${textIn(card, 'subheader', 'subheading')}</p>${link(textIn(card, 'buttonUrl'), textIn(card, 'buttonText'))}`,
    'call-to-action': (card) =>
      `${picture(card, textIn(card, 'imageUrl'))}${textIn(card, 'textValue')}${link(textIn(card, 'buttonUrl'), textIn(card, 'buttonText'))}`,
  }),
);

/** Undefined for a card that is unknown. */
function partOfCard(name: string, card: Fields): Part | undefined {
  if (name === 'markdown' || name === 'card-markdown') return { markdown: textIn(card, 'markdown') };
  const html = CARDS.get(name === 'code' ? 'codeblock' : name)?.(card);
  return html === undefined ? undefined : { html };
}
