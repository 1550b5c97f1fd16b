import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Content, Encoding } from './http-response.ts';

const brotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);
/**
 * While a client waits: a document of 55 kB takes 1 ms with this window, and 15 with a larger one, for which Brotli
 * clears a larger table. Higher qualities take 20 ms and more.
 */
const QUICK = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 };
const BEST = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
const WORTH_COMPRESSING = 1_024;
const COMPRESSIBLE = /^(text\/|application\/(xml|json|(rss|atom)\+xml)|image\/svg)/;

export const sizeOf = ({ body, compressed = {} }: Content): number =>
  Object.values(compressed).reduce((sum, { length }) => sum + length, body?.length ?? 0);

const byBrotli = (plain: Buffer, params: Readonly<Record<number, number>>): Promise<Buffer> =>
  brotli(plain, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });

/** A slice of a buffer would retain the whole buffer. */
const copied = (bytes: Buffer) => Buffer.from(Uint8Array.from(bytes).buffer);

export async function compressed(content: string | Buffer, type: string): Promise<Content> {
  const plain = Buffer.from(content);
  if (plain.length < WORTH_COMPRESSING || !COMPRESSIBLE.test(type)) return { body: copied(plain) };
  return { compressed: { br: copied(await byBrotli(plain, QUICK)) } };
}

export async function compressedBest(content: Content): Promise<Content> {
  if (content.body !== undefined) return content;
  return { compressed: { br: copied(await byBrotli(await plainOf(content), BEST)) } };
}

const unpacking = new WeakMap<Buffer, Promise<Buffer>>();
const unpacked = new WeakMap<Buffer, WeakRef<Buffer>>();

/** Responses share the text while one of them is being sent, so that slow readers of a page hold it once. */
async function unpack(packed: Buffer): Promise<Buffer> {
  const known = unpacked.get(packed)?.deref();
  if (known) return known;
  const running = unpacking.get(packed) ?? fromBrotli(packed).finally(() => unpacking.delete(packed));
  unpacking.set(packed, running);
  const plain = await running;
  unpacked.set(packed, new WeakRef(plain));
  return plain;
}

export const plainOf = async ({ body, compressed: forms }: Content): Promise<Buffer> =>
  body === undefined ? unpack(forms.br) : Buffer.from(body);

export async function encodeNow(
  content: Content,
  encoding: Encoding | undefined,
): Promise<{ readonly bytes: Buffer; readonly encoding?: Encoding }> {
  const plain = await plainOf(content);
  if (encoding === undefined || plain.length < WORTH_COMPRESSING) return { bytes: plain };
  return { bytes: await (encoding === 'gzip' ? toGzip(plain) : byBrotli(plain, QUICK)), encoding };
}
