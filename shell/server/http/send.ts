import type { IncomingMessage, ServerResponse } from 'node:http';
import { after } from './after.ts';
import { encoded } from './encode.ts';
import { namesTag } from './entity-tag.ts';
import { oncePer } from './once-per.ts';
import type { Reply } from './reply.ts';

const OK = 200;
const NOT_MODIFIED = 304;
const NONE: Headers = {};
/** What a client that has the answer already is told of it anew. */
const TOLD_AGAIN = ['etag', 'vary', 'cache-control', 'cdn-cache-control', 'set-cookie', 'server-timing'] as const;

type Headers = NonNullable<Reply['headers']>;
/** Where a reply depends on more, it says all of it: not every cache reads a second header of that name. */
const VARY: Headers = { vary: 'accept-encoding' };
/** Names and values of headers in turn: the form that Node.js sends soonest. */
export type Listed = readonly string[];

/** What is kept has the same headers each time. */
const listed = oncePer((headers: Headers): Listed => Object.entries({ ...VARY, ...headers }).flat());

function isKnown({ method, headers }: IncomingMessage, { status, headers: { etag } = {} }: Reply): boolean {
  const named = headers['if-none-match'];
  if (status !== OK || etag === undefined || named === undefined) return false;
  return (method === 'GET' || method === 'HEAD') && namesTag(named, etag);
}

const toldAgain = oncePer(
  (headers: Headers): Listed =>
    TOLD_AGAIN.flatMap((name) => {
      const value = { ...VARY, ...headers }[name];
      return value ? [name, value] : [];
    }),
);

/**
 * Sends a reply with these headers besides its own: without its body for HEAD, and only what is new of it to who has it
 * already. A promise where it has to be compressed first.
 */
export function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reply: Reply,
  besides: Listed,
): void | Promise<void> {
  if (isKnown(incoming, reply)) {
    outgoing.writeHead(NOT_MODIFIED, [...besides, ...toldAgain(reply.headers ?? NONE)]).end();
    return;
  }
  return after(encoded(incoming, reply), ({ bytes, encoding }) => {
    const headers = [...besides, ...listed(reply.headers ?? NONE), 'content-length', String(bytes.length)];
    if (encoding) headers.push('content-encoding', encoding);
    outgoing.writeHead(reply.status, headers).end(incoming.method === 'HEAD' ? undefined : bytes);
  });
}
