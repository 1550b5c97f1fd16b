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
  /** Scripts of the shell, which start the page. */
  readonly scripts: readonly Script[];
  /** Scripts of the remote that the page will ask for. */
  readonly hints: readonly Script[];
}

/** The whole document of a page. */
export function documentOf({ page, pageStateId, scripts, hints }: DocumentParts): string {
  const tags = page.tags.map(({ name, attributes: values }) => `<${name}${attributes(values)} data-head="">`);
  const jsonLd = page.jsonLd.map(
    (data) => `<script type="application/ld+json" data-head="">${scriptJson(data)}</script>`,
  );
  const preloads = hints.map(
    ({ src, integrity }) => `<link rel="preload" as="script"${attributes({ href: src, integrity })} crossorigin>`,
  );
  const starters = scripts.map(
    ({ src, integrity }) => `<script defer${attributes({ src, integrity })} crossorigin></script>`,
  );
  return [
    '<!doctype html><html lang="de"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(page.title)}</title>`,
    ...tags,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    page.styles,
    ...jsonLd,
    ...preloads,
    ...starters,
    `</head><body><div id="root">${page.html}</div>`,
    `<script type="application/json" id="${pageStateId}">${scriptJson(page.state)}</script>`,
    '</body></html>',
  ].join('');
}
