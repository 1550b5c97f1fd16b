import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
const COMPRESSIBLE = /^(text\/|application\/(xml|json|(rss|atom)\+xml)|image\/svg)/;
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const tagOf = (content: Buffer) => `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

function isKnown(request: IncomingMessage, tag: string): boolean {
  return (request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(tag);
}

/** Sends a web-standard answer: with a tag by which clients can ask again, compressed, without a body for HEAD. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Response,
): Promise<void> {
  const plain = Buffer.from(await answer.arrayBuffer());
  const headers: Record<string, string | number> = {
    ...Object.fromEntries(answer.headers),
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  };
  if (answer.status === 200) headers.etag = tagOf(plain);
  if (answer.status === 200 && isKnown(request, tagOf(plain))) {
    response.writeHead(304, headers).end();
    return;
  }
  const compress =
    COMPRESSIBLE.test(answer.headers.get('content-type') ?? '') &&
    /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const content = compress ? await brotli(plain, OPTIONS) : plain;
  if (compress) headers['content-encoding'] = 'br';
  response.writeHead(answer.status, { ...headers, 'content-length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
}
