import { DEFERRED } from '../../src/hydration/deferred-scripts.ts';
import { SPECULATION_RULES } from '../../src/hydration/prefetch.ts';
import type { PageParts } from '../render/messages.ts';

export interface Script {
  readonly src: string;
  readonly integrity: string;
  /** A script that has the entry of its remote, too. */
  readonly hasEntry?: boolean;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Escapes JSON so that it cannot end its script element. */
const scriptJson = (json: string) => json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');

const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

interface DocumentParts {
  readonly page: PageParts;
  readonly pageStateId: string;
  readonly app: readonly Script[];
  readonly hydrationLoader: readonly Script[];
  readonly preHydration: readonly Script[];
  readonly hints: readonly Script[];
}

const script = (how: string, { src, integrity }: Script) =>
  `<script ${how}${attributes({ src, integrity })} crossorigin></script>`;

const hint = (how: string, { src, integrity, hasEntry }: Script) =>
  `<link ${how} as="script"${attributes({ href: src, integrity })} crossorigin${hasEntry ? ' data-entry' : ''}>`;

/** Scripts that run at once are in the head; deferred scripts are at the end. */
function scriptsOf({ page, app, hydrationLoader, preHydration, hints }: DocumentParts) {
  // The hydration loader runs first: it records events, also those that pre-hydration scripts handle.
  const first = [...hydrationLoader, ...preHydration].map((one) =>
    script(preHydration.length > 0 ? 'defer' : 'async', one),
  );
  if (page.hydrate === 'load') {
    return {
      head: [...first, ...hints.map((one) => hint('rel="preload"', one)), ...app.map((one) => script('defer', one))],
      end: [],
    };
  }
  return {
    head: first,
    end: [
      `<script type="speculationrules">${SPECULATION_RULES}</script>`,
      ...hints.map((one) => hint('data-deferred', one)),
      ...app.map((one) => script(`type="${DEFERRED}"`, one)),
    ],
  };
}

function headOf({ title, tags, styles }: PageParts): readonly string[] {
  return [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    ...tags.map(({ name, attributes: values }) => `<${name}${attributes(values)} data-head>`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    styles,
  ];
}

export function documentOf(parts: DocumentParts): string {
  const { page, pageStateId } = parts;
  const scripts = scriptsOf(parts);
  const jsonLd = page.jsonLd.map((data) => `<script type="application/ld+json" data-head>${scriptJson(data)}</script>`);
  return [
    `<!doctype html><html lang="${page.language}" data-hydrate="${page.hydrate}"><head>`,
    ...headOf(page),
    ...jsonLd,
    ...scripts.head,
    `</head><body><div id="root">${page.html}</div>`,
    `<script type="application/json" id="${pageStateId}">${scriptJson(page.state)}</script>`,
    ...scripts.end,
    '</body></html>',
  ].join('');
}

/** A document without a script, with something above the page. */
export const plainDocumentOf = (page: PageParts, above: string): string =>
  [
    `<!doctype html><html lang="${page.language}"><head>`,
    ...headOf(page),
    `</head><body>${above}<div id="root">${page.html}</div></body></html>`,
  ].join('');

const ELEMENT_TEXT = /(?<=<style[^>]*>).*?(?=<\/style>)/gs;
/** The rules of one styled component, a line each, and the marker line after them with its id and class names. */
const COMPONENT = /(?:.*\/\*!sc\*\/\n)*?data-styled\.g\d+\[id="([^"]+)"\]\{content:"([^"]*)"\}\/\*!sc\*\/\n/g;
const UNNAMED = /^sc-(global|keyframes)-/;
const TOKENS = /(?<=:root,dialog\{)[^}]*/g;
const TOKEN = /(--[a-z-]+):[^;]+;/g;
const USE = /var\((--[a-z-]+)/g;

/** Suspense fallbacks that were replaced before the page was sent leave their styles behind. */
const withUsedComponents = (styles: string, html: string): string =>
  styles.replace(COMPONENT, (rules, id: string, names: string) =>
    UNNAMED.test(id) || names.split(',').some((name) => name && html.includes(name)) ? rules : '',
  );

function withUsedTokens(styles: string, html: string): string {
  const used = new Set([styles, html].flatMap((text) => [...text.matchAll(USE)].map(([, name]) => name)));
  return styles.replace(TOKENS, (tokens) => tokens.replace(TOKEN, (token, name) => (used.has(name) ? token : '')));
}

/** Removes unused rules, which styled-components and hydration add again when needed. */
export function usedStyles(styles: string, html: string): string {
  const shown = styles.replace(ELEMENT_TEXT, (text) => withUsedComponents(text, html));
  return withUsedTokens(shown, html);
}
