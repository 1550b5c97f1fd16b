import { LATER } from '../../src/starter/later-scripts.ts';
import { SPECULATION_RULES } from '../../src/starter/speculation-rules.ts';
import type { Rendered } from '../renderers/protocol/replies.ts';
import type { Script } from './assets.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** JSON so written that it cannot end the script element it stands in. */
const scriptJson = (json: string) => json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028');

const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

interface DocumentParts {
  readonly page: Rendered;
  readonly pageStateId: string;
  /** Scripts of the shell that bring the page to life. */
  readonly app: readonly Script[];
  /** Those that wait for the moment to do so. */
  readonly starter: readonly Script[];
  /** What of the remote runs until then. */
  readonly early: readonly Script[];
  /** Scripts of the remote that the page will ask for when it comes alive. */
  readonly hints: readonly Script[];
}

const script = (how: string, { src, integrity }: Script) =>
  `<script ${how}${attributes({ src, integrity })} crossorigin></script>`;

const hint = (how: string, { src, integrity }: Script) =>
  `<link ${how} as="script"${attributes({ href: src, integrity })} crossorigin>`;

/** The scripts of a document: in its head those that run at once, at its end those that `starter` will load. */
function scriptsOf({ page, app, starter, early, hints }: DocumentParts): { head: string[]; end: string[] } {
  // First: it keeps what is done until the page is alive, and what an early script answers.
  const first = [...starter, ...early].map((one) => script(early.length > 0 ? 'defer' : 'async', one));
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
      ...hints.map((one) => hint('data-later', one)),
      ...app.map((one) => script(`type="${LATER}"`, one)),
    ],
  };
}

/** The whole document of a page. */
export function documentOf(parts: DocumentParts): string {
  const { page, pageStateId } = parts;
  const scripts = scriptsOf(parts);
  const tags = page.tags.map(({ name, attributes: values }) => `<${name}${attributes(values)} data-head="">`);
  const jsonLd = page.jsonLd.map(
    (data) => `<script type="application/ld+json" data-head="">${scriptJson(data)}</script>`,
  );
  return [
    `<!doctype html><html lang="de" data-hydrate="${page.hydrate}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(page.title)}</title>`,
    ...tags,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    page.styles,
    ...jsonLd,
    ...scripts.head,
    `</head><body><div id="root">${page.html}</div>`,
    `<script type="application/json" id="${pageStateId}">${scriptJson(page.state)}</script>`,
    ...scripts.end,
    '</body></html>',
  ].join('');
}
