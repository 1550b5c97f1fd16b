import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { acceptedEncoding, type Encoding } from '@ki/shared/http/accepted-encoding.ts';
import type { Content } from './reply.ts';

const brotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const zip = promisify(gzip);
/** Of Brotli: for answers that somebody waits for, where more takes longer than it saves, and beside the traffic. */
const QUALITY = { quick: 4, best: constants.BROTLI_MAX_QUALITY } as const;
const WORTH_COMPRESSING = 1_024;
const COMPRESSIBLE = /^(text\/|application\/(xml|json|(rss|atom)\+xml)|image\/svg)/;
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

export interface Encoded {
  readonly bytes: Buffer;
  readonly encoding?: Encoding | undefined;
}

function byBrotli(plain: Buffer, quality: keyof typeof QUALITY): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality],
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return brotli(plain, { params });
}

const compress = (plain: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip' ? zip(plain) : byBrotli(plain, 'quick');

/** The same bytes in memory of their own: a piece of a larger one would hold all of it for as long as it is kept. */
const alone = (bytes: Buffer) => Buffer.from(Uint8Array.from(bytes).buffer);

/** A content in the one form in which it is kept: by Brotli, where a content of that type and length gains by it. */
export async function compact(content: string | Buffer, type: string): Promise<Content> {
  const plain = Buffer.from(content);
  if (plain.length < WORTH_COMPRESSING || !COMPRESSIBLE.test(type)) return { body: alone(plain) };
  return { compressed: { br: alone(await byBrotli(plain, 'quick')) } };
}

/** A content that is kept by Brotli, compressed as well as can be: this takes twenty times as long. Any other as it is. */
export async function compactBest(content: Content): Promise<Content> {
  if (content.body !== undefined) return content;
  return { compressed: { br: alone(await byBrotli(await plainOf(content), 'best')) } };
}

/** A content as it is without compression. */
export async function plainOf({ body, compressed }: Content): Promise<Buffer> {
  return body === undefined ? fromBrotli(compressed.br) : Buffer.from(body);
}

async function made(content: Content, encoding: Encoding | undefined): Promise<Encoded> {
  const plain = await plainOf(content);
  if (encoding === undefined || plain.length < WORTH_COMPRESSING) return { bytes: plain };
  return { bytes: await compress(plain, encoding), encoding };
}

/** A content in the form that a client likes best, of those that there are or can be made of it; a promise if one must be. */
export function encoded(request: Pick<IncomingMessage, 'headers'>, content: Content): Encoded | Promise<Encoded> {
  const { body, compressed } = content;
  const areBytes = Buffer.isBuffer(body);
  const encoding = acceptedEncoding(request, areBytes ? ENCODINGS.filter((one) => compressed?.[one]) : ENCODINGS);
  const known = encoding && compressed?.[encoding];
  if (known) return { bytes: known, encoding };
  return areBytes ? { bytes: body } : made(content, encoding);
}
