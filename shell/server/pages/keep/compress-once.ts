import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import { BROTLI_QUALITY } from '../../http/encode.ts';
import { NONCE_PLACE, newNonce } from './nonce.ts';

const decompress = promisify(brotliDecompress);
/** What follows each nonce in a document. */
const QUOTE = '"';

/** A document compressed by Brotli, with a nonce in all of its places. */
export type Fill = (nonce: string) => Buffer;

/** Chunks as one, in memory of their own: a piece of the pool that buffers share would hold all of it for as long as a page is kept. */
const joined = (chunks: readonly Buffer[]) => new Uint8Array(Buffer.concat(chunks));

/** Compresses a text in three parts, of which each begins with a byte of its own. Rejects as the stream fails. */
async function compressParts(
  first: string,
  second: string,
  third: string,
): Promise<[Uint8Array, Uint8Array, Uint8Array]> {
  const stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  const chunks: Buffer[] = [];
  const read = () => joined(chunks.splice(0));
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = finished(stream);
  const write = async (part: string) => {
    stream.write(part);
    const flushed = new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, () => resolve()));
    await Promise.race([flushed, ended]);
    return read();
  };
  const before = [await write(first), await write(second)] as const;
  stream.end(third);
  await ended;
  return [...before, read()];
}

/**
 * A meta-block that holds its bytes as they are (RFC 7932, section 9.2): not the last one, its length less one in
 * 16 bits, not compressed, filled up to whole bytes.
 */
function uncompressed(text: string): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(3);
  header.writeUIntLE(((content.length - 1) << 3) | (1 << 19), 0, 3);
  return Buffer.concat([header, content]);
}

async function compressAround(at: number, body: string): Promise<Fill | null> {
  const end = at + NONCE_PLACE.length;
  if (body[end] !== QUOTE) return null;
  const [before, , after] = await compressParts(body.slice(0, at), body.slice(at, end + 1), body.slice(end + 1));
  const fill: Fill = (nonce) => Buffer.concat([before, uncompressed(nonce + QUOTE), after]);

  const nonce = newNonce();
  const again = await decompress(fill(nonce));
  return again.toString() === body.replaceAll(NONCE_PLACE, nonce) ? fill : null;
}

/**
 * Compresses a document once for all answers. Its first nonce stands uncompressed, and the decompression copies all
 * others from there, as nothing else in the document resembles it. To be sure, it is decompressed again with a nonce:
 * `null` when that does not give the document. See docs/decisions/0015.
 */
export async function compressOnce(body: string): Promise<Fill | null> {
  const at = body.indexOf(NONCE_PLACE);
  if (at < 0) return null;
  try {
    return await compressAround(at, body);
  } catch (error) {
    console.error('a page is compressed for each of its answers:', error);
    return null;
  }
}
