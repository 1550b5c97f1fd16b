import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptedEncoding } from '@ki/shared/http/accepted-encoding.ts';

const compress = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const WORTHWHILE = 1400;

/** The body as it is sent, with the headers that say so. */
export async function encodeBody(body: Buffer, headers: Headers, incoming: IncomingMessage): Promise<Buffer> {
  const isText = /json|text/.test(headers.get('content-type') ?? '');
  if (!isText || body.length < WORTHWHILE) return body;
  headers.append('vary', 'Accept-Encoding');
  if (!acceptedEncoding(incoming, ['gzip'])) return body;
  headers.set('content-encoding', 'gzip');
  return compress(body, { level: 4 });
}
