import { createHash } from 'node:crypto';
import type { Platform } from '@ki/shared/contract/registry.ts';
import { EMPTY_STYLE, PAGE_POLICY } from '@ki/shared/federation/page-policy.ts';
import { SCHEME_SCRIPT } from '@ki/shared/ui/scheme-script.ts';
import { DEFERRED } from '../../src/app/page-state.ts';
import { SPECULATION_RULES } from '../../src/hydration/links.ts';
import { memo } from '../http/send.ts';
import type { PageParts } from '../render/messages.ts';
import type { Script } from '../render/runtimes.ts';
import type { LiveRemote, ReleaseSet } from '../types.ts';

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

const SCHEME = `<script>${SCHEME_SCRIPT}</script>`;
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
    SCHEME,
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

export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A CSP source must escape semicolons and commas. */
const folderSource = ({ folder }: LiveRemote): string => folder.replaceAll(';', '%3B').replaceAll(',', '%2C');

const SCRIPT_HASHES = [SCHEME_SCRIPT, SPECULATION_RULES].map(hashSource).join(' ');

/** Interned policies: cached pages of one kind share one string. */
const interned = memo((policy: string) => policy);

const STYLE_ELEMENT = /<style[^>]*>(.*?)<\/style>/gs;

const styleSources = (styles: string): readonly string[] =>
  [...styles.matchAll(STYLE_ELEMENT)].map(([, text = '']) => hashSource(text));

/** For documents without scripts. */
export const policyWithoutScripts = (styles: string): string =>
  [
    "default-src 'none'",
    ['style-src', ...styleSources(styles)].join(' '),
    "img-src 'self' data:",
    "media-src 'self' https:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');

/** The development servers whose code may run: those of remotes of another generation are shown only. */
const originsOf = ({ remotes }: Platform): readonly string[] =>
  Object.values(remotes).flatMap(({ entry, override }) => (entry !== undefined && override ? [override] : []));

/** The policy allows the scripts of the shell and of the releases of one generation only. */
export function contentSecurityPolicy({ live, platform }: ReleaseSet, styles: string): string {
  const overrides = originsOf(platform);
  // Development servers use web sockets for hot reload.
  const sockets = overrides.map((origin) => origin.replace(/^http/, 'ws'));
  const names = ['shell', 'shell-remotes', 'shell-html', ...live.keys()];
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", SCRIPT_HASHES, ...[...live.values()].map(folderSource)].join(' '),
    ['style-src', EMPTY_STYLE, ...styleSources(styles)].join(' '),
    ["connect-src 'self'", platform.supabase.url, ...overrides, ...sockets].join(' '),
    ...PAGE_POLICY,
    "require-trusted-types-for 'script'",
    `trusted-types ${names.join(' ')}`,
  ];
  return interned(policy.join(';'));
}

/** Documents with an override go without: code from a development server has no hash. */
export const integrityPolicy = ({ platform }: ReleaseSet): Readonly<Record<string, string>> =>
  originsOf(platform).length > 0 ? {} : { 'integrity-policy': 'blocked-destinations=(script)' };

/** COOP only for pages with a session: the browser switches processes for it, which delays public pages. */
export const OPENER_POLICY = { 'cross-origin-opener-policy': 'same-origin' } as const;

export const DOCUMENT_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;
