import type { IncomingMessage, ServerResponse } from 'node:http';
import { acceptedEncoding, type Encoding } from '@ki/shared/http/accepted-encoding.ts';
import { type Encoded, encode } from './encode.ts';
import type { Reply } from './reply.ts';

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];
const NOT_MODIFIED = 304;

/** The body in the form that the client likes best, of those that there are or, of a text, can be made. */
async function encoded(incoming: IncomingMessage, { body, compressed = {} }: Reply): Promise<Encoded> {
  const isText = !Buffer.isBuffer(body);
  const encoding = acceptedEncoding(incoming, isText ? ENCODINGS : ENCODINGS.filter((one) => compressed[one]));
  const made = encoding && compressed[encoding];
  if (made) return { content: made(), encoding };
  if (!isText) return { content: body };
  return encode(typeof body === 'string' ? body : body(), encoding);
}

/** Sends a reply, without its body for HEAD. */
export async function send(incoming: IncomingMessage, outgoing: ServerResponse, reply: Reply): Promise<void> {
  const { content, encoding } = await encoded(incoming, reply);
  outgoing.writeHead(reply.status, {
    ...reply.headers,
    vary: 'accept-encoding',
    ...(reply.status !== NOT_MODIFIED && { 'content-length': content.length }),
    ...(encoding && { 'content-encoding': encoding }),
  });
  outgoing.end(incoming.method === 'HEAD' ? undefined : content);
}
