import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { hasOverrides, overridesOf } from '../../src/overrides/overrides.ts';
import { SPECULATION_RULES } from '../../src/starter/speculation-rules.ts';
import type { Lineup, LiveRemote } from '../lineup/lineup.ts';

const FRAMES = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** Of the empty element that styled-components fills in the browser. */
const NOTHING = '';

/** A text in a policy: what may stand between an element's tags. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A folder in a policy, where two characters of addresses have a meaning of their own. */
const folderSource = ({ folder }: LiveRemote): string => folder.replaceAll(';', '%3B').replaceAll(',', '%2C');

/** Of late. Pages of one kind have the same policy, and each that is kept would hold a text of its own. */
const policies = new LRUCache<string, string>({ max: 100 });

function oneText(policy: string): string {
  const known = policies.get(policy);
  if (known === undefined) policies.set(policy, policy);
  return known ?? policy;
}

const STYLE_ELEMENT = /<style[^>]*>(.*?)<\/style>/gs;

/**
 * The policy of a document with these `<style>` elements: the shell's scripts, those of the releases that it may load, and no others,
 * from the same host neither. See docs/decisions/0038.
 */
export function contentSecurityPolicy({ live, platform }: Lineup, styles: string): string {
  const texts = [...styles.matchAll(STYLE_ELEMENT)].map(([, text = '']) => text);
  const releases = [...live.values()].flatMap((remote) => [remote, remote.fallback ?? []].flat());
  const overrides = Object.values(overridesOf(platform));
  // Development servers announce changes by web sockets.
  const sockets = overrides.map((origin) => origin.replace(/^http/, 'ws'));
  const names = ['shell', 'shell-remotes', 'shell-html', ...live.keys()];
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", hashSource(SPECULATION_RULES), ...releases.map(folderSource)].join(' '),
    ['style-src', ...[NOTHING, ...texts].map(hashSource)].join(' '),
    "img-src 'self' data: http: https:",
    'media-src https:',
    ["connect-src 'self'", platform.supabase.url, ...overrides, ...sockets].join(' '),
    `frame-src ${FRAMES.join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${names.join(' ')}`,
  ];
  return oneText(policy.join('; '));
}

/**
 * Keeps a browser that knows it from running any script without a hash, whoever forgot it. Code from a development
 * server has none: in documents with an override the policy above and the federation's own check remain.
 */
export const integrityPolicy = ({ platform }: Lineup): Readonly<Record<string, string>> =>
  hasOverrides(platform) ? {} : { 'integrity-policy': 'blocked-destinations=(script)' };

/**
 * For documents in which somebody signs in or works: no window that opened one keeps a hold of it. For it the browser
 * changes to another process after the answer has come, which public pages do without.
 */
export const OPENER_POLICY = { 'cross-origin-opener-policy': 'same-origin' } as const;

export const DOCUMENT_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;
