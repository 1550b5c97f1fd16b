import { hasOverrides, overridesOf } from '../../src/overrides/overrides.ts';
import type { Lineup } from '../lineup/lineup.ts';

const FRAMES = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** The policy of one document: only hashed or nonced code, only from this platform. See docs/decisions/0033. */
export function contentSecurityPolicy({ live, platform }: Lineup, nonce: string): string {
  const origins = [...new Set([...live.values()].map(({ origin }) => origin))];
  // Development servers announce changes by web sockets.
  const sockets = Object.values(overridesOf(platform)).map((origin) => origin.replace(/^http/, 'ws'));
  const policies = ['shell', 'shell-remotes', ...live.keys()];
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${origins.join(' ')}`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data: http: https:",
    'media-src https:',
    "font-src 'self'",
    `connect-src 'self' ${platform.supabase.url} ${[...origins, ...sockets].join(' ')}`,
    `frame-src ${FRAMES.join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policies.join(' ')}`,
  ].join('; ');
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
  'cache-control': 'private, no-cache',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
} as const;
