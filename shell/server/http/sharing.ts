import { entityTag } from './entity-tag.ts';
import type { Reply, TextReply } from './reply.ts';

/**
 * Browsers ask each time. Between them and the shell one answer serves everybody for a second, so a change is in sight
 * within two. `stale-while-revalidate` would show the first who comes after a quiet hour what was true then.
 * See docs/decisions/0038.
 */
export const SHARED = {
  'cache-control': 'public, max-age=0, s-maxage=1, must-revalidate',
  'cdn-cache-control': 'max-age=1, must-revalidate',
} as const;

const FOUND = 200;

export const NOT_STORED = { 'cache-control': 'private, no-store' } as const;

/** A reply that a page was made for: what was found is for everybody, under its tag, all else for nobody to store. */
export function madeReply(status: number, headers: Readonly<Record<string, string>>, body: string): TextReply {
  if (status !== FOUND) return { status, headers: { ...headers, ...NOT_STORED }, body };
  const etag = entityTag(JSON.stringify(headers), body);
  return { status, headers: { ...headers, ...SHARED, etag }, body };
}

/**
 * A reply for one visitor, whom it may give a cookie: what a shared cache keeps of it, others would get. Its tag is its
 * own, as a cache that asks by the shared one, and is told that it holds, would go on with what it has for everybody.
 */
export function forOneVisitor(reply: Reply, cookie?: string): Reply {
  const { 'cache-control': control = '', 'cdn-cache-control': _, etag, ...headers } = reply.headers ?? {};
  return {
    ...reply,
    headers: {
      ...headers,
      'cache-control': control.includes('no-store') ? control : 'private, no-cache',
      ...(etag && { etag: etag.replace(/"$/, '-own"') }),
      ...(cookie && { 'set-cookie': cookie }),
    },
  };
}
