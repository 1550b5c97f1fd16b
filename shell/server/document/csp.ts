import { createHash } from 'node:crypto';
import type { Platform } from '@ki/shared/contract/registry.ts';
import { EMPTY_STYLE, PAGE_POLICY } from '@ki/shared/federation/page-policy.ts';
import { LRUCache } from 'lru-cache';
import { SPECULATION_RULES } from '../../src/hydration/prefetch.ts';
import type { LiveRemote, ReleaseSet } from '../types.ts';

export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A CSP source must escape semicolons and commas. */
const folderSource = ({ folder }: LiveRemote): string => folder.replaceAll(';', '%3B').replaceAll(',', '%2C');

/** Interned policies: cached pages of one kind share one string. */
const policies = new LRUCache<string, string>({ max: 100 });

function interned(policy: string): string {
  const known = policies.get(policy);
  if (known === undefined) policies.set(policy, policy);
  return known ?? policy;
}

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
    ["script-src 'self'", hashSource(SPECULATION_RULES), ...[...live.values()].map(folderSource)].join(' '),
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
