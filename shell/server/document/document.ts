import { DEFERRED } from '../../src/hydration/deferred-scripts.ts';
import { SPECULATION_RULES } from '../../src/hydration/prefetch.ts';
import type { PageParts } from '../render/messages.ts';
import type { Script } from '../render/runtimes.ts';

export interface Hint extends Script {
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
  readonly hints: readonly Hint[];
  /** Links to pages of another generation lead to documents, which are prefetched. */
  readonly hasOtherGenerations?: boolean;
}

const script = (how: string, { src, integrity }: Script) =>
  `<script ${how}${attributes({ src, integrity })} crossorigin></script>`;

const hint = (how: string, { src, integrity, hasEntry }: Hint) =>
  `<link ${how} as="script"${attributes({ href: src, integrity })} crossorigin${hasEntry ? ' data-entry' : ''}>`;

const RULES = `<script type="speculationrules">${SPECULATION_RULES}</script>`;

/** Scripts that run at once are in the head; deferred scripts are at the end. */
function scriptsOf({ page, app, hydrationLoader, preHydration, hints, hasOtherGenerations }: DocumentParts) {
  // The hydration loader runs first: it records events, also those that pre-hydration scripts handle.
  const first = [...hydrationLoader, ...preHydration].map((one) =>
    script(preHydration.length > 0 ? 'defer' : 'async', one),
  );
  if (page.hydrate === 'load') {
    return {
      head: [...first, ...hints.map((one) => hint('rel="preload"', one)), ...app.map((one) => script('defer', one))],
      end: hasOtherGenerations ? [RULES] : [],
    };
  }
  return {
    head: first,
    end: [
      RULES,
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

const TOKENS = /(?<=:root,dialog\{)[^}]*/g;
const TOKEN = /(--[a-z-]+):[^;]+;/g;
const USE = /var\((--[a-z-]+)/g;

/** Removes unused design tokens, which hydration adds again. */
export function withUsedTokens(styles: string, html: string): string {
  const used = new Set([styles, html].flatMap((text) => [...text.matchAll(USE)].map(([, name]) => name)));
  return styles.replace(TOKENS, (tokens) => tokens.replace(TOKEN, (token, name) => (used.has(name) ? token : '')));
}
