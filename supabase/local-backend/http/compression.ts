import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const WORTHWHILE = 1400;

/** The body as it is sent, with the headers that say so. */
export async function encodeBody(body: Buffer, headers: Headers, acceptEncoding: string): Promise<Buffer> {
  const isText = /json|text/.test(headers.get('content-type') ?? '');
  if (!isText || body.length < WORTHWHILE) return body;
  headers.append('vary', 'Accept-Encoding');
  if (!/\bgzip\b/.test(acceptEncoding)) return body;
  headers.set('content-encoding', 'gzip');
  return compress(body, { level: 4 });
}
