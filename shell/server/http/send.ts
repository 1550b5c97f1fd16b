import type { IncomingMessage, ServerResponse } from 'node:http';
import { after } from './after.ts';
import { encoded } from './encode.ts';
import { namesTag } from './entity-tag.ts';
import type { Reply } from './reply.ts';

const OK = 200;
const NOT_MODIFIED = 304;
const VARY = { vary: 'accept-encoding' } as const;
/** What a client that has the answer already is told of it anew. */
const TOLD_AGAIN = ['etag', 'cache-control', 'cdn-cache-control', 'set-cookie', 'server-timing'] as const;

type Headers = NonNullable<Reply['headers']>;

function isKnown({ method, headers }: IncomingMessage, { status, headers: { etag } = {} }: Reply): boolean {
  const named = headers['if-none-match'];
  if (status !== OK || etag === undefined || named === undefined) return false;
  return (method === 'GET' || method === 'HEAD') && namesTag(named, etag);
}

function toldAgain(headers: Headers = {}): Headers {
  const told: Record<string, string> = {};
  for (const name of TOLD_AGAIN) if (headers[name]) told[name] = headers[name];
  return told;
}

/**
 * Sends a reply with these headers besides its own: without its body for HEAD, and only what is new of it to who has it
 * already. A promise where it has to be compressed first.
 */
export function send(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  reply: Reply,
  besides: Headers,
): void | Promise<void> {
  if (isKnown(incoming, reply)) {
    outgoing.writeHead(NOT_MODIFIED, { ...besides, ...toldAgain(reply.headers), ...VARY }).end();
    return;
  }
  return after(encoded(incoming, reply), ({ bytes, encoding }) => {
    const headers: Record<string, string | number> = { ...besides, ...reply.headers, ...VARY };
    headers['content-length'] = bytes.length;
    if (encoding) headers['content-encoding'] = encoding;
    outgoing.writeHead(reply.status, headers).end(incoming.method === 'HEAD' ? undefined : bytes);
  });
}
