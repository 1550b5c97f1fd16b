import type { IncomingMessage, ServerResponse } from 'node:http';
import { encoded } from './encode.ts';
import { namesTag } from './entity-tag.ts';
import type { Reply } from './reply.ts';

const OK = 200;
const NOT_MODIFIED = 304;
/** What a client that has the answer already is told of it anew. */
const TOLD_AGAIN = ['etag', 'cache-control', 'cdn-cache-control', 'set-cookie', 'server-timing'] as const;

function isKnown({ method, headers }: IncomingMessage, { status, headers: { etag } = {} }: Reply): boolean {
  const named = headers['if-none-match'];
  if (status !== OK || etag === undefined || named === undefined) return false;
  return (method === 'GET' || method === 'HEAD') && namesTag(named, etag);
}

function toldAgain(headers: Reply['headers'] = {}): Record<string, string> {
  return Object.fromEntries(TOLD_AGAIN.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
}

/** Sends a reply: without its body for HEAD, and only what is new of it to who has it already. */
export async function send(incoming: IncomingMessage, outgoing: ServerResponse, reply: Reply): Promise<void> {
  const vary = 'accept-encoding';
  if (isKnown(incoming, reply)) {
    outgoing.writeHead(NOT_MODIFIED, { ...toldAgain(reply.headers), vary }).end();
    return;
  }
  const { bytes, encoding } = await encoded(incoming, reply);
  outgoing.writeHead(reply.status, {
    ...reply.headers,
    vary,
    'content-length': bytes.length,
    ...(encoding && { 'content-encoding': encoding }),
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : bytes);
}
