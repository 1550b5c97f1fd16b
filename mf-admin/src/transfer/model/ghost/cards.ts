import { escapeHtml } from '../escape-html.ts';

/** A part of a text that is not stored as HTML. */
export type Part = { readonly html: string } | { readonly markdown: string };

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

export const textIn = (fields: Fields, ...names: readonly string[]): string => {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : '';
};

export const listIn = (fields: Fields, name: string): Fields[] => {
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
export function partOfCard(name: string, card: Fields): Part | undefined {
  if (name === 'markdown' || name === 'card-markdown') return { markdown: textIn(card, 'markdown') };
  const html = CARDS.get(name === 'code' ? 'codeblock' : name)?.(card);
  return html === undefined ? undefined : { html };
}
