import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import { BROTLI_QUALITY } from './encode.ts';
import { NONCE_PLACE, newNonce } from './nonce.ts';

const decompress = promisify(brotliDecompress);
/** What follows each nonce in a document. */
const QUOTE = '"';

/** A document compressed by Brotli, with a nonce in all of its places. */
export type Fill = (nonce: string) => Buffer;

/** Compresses a text in three parts, with a border between their bytes too. */
async function compressParts(first: string, second: string, third: string): Promise<[Buffer, Buffer, Buffer]> {
  const stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  const chunks: Buffer[] = [];
  const read = () => Buffer.concat(chunks.splice(0));
  const ended = new Promise<void>((resolve, reject) => stream.on('end', resolve).on('error', reject));
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const write = async (part: string) => {
    stream.write(part);
    await new Promise<void>((resolve) => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve));
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

/**
 * Compresses a document once for all answers. Its first nonce stands uncompressed, and all others are copied from there
 * by the decompression, as nothing else in the document resembles it. Resolves with `null` when this document does not
 * bear it: it is decompressed again with a nonce, to be sure.
 */
export async function compressOnce(body: string): Promise<Fill | null> {
  const at = body.indexOf(NONCE_PLACE);
  const end = at + NONCE_PLACE.length;
  if (at < 0 || body[end] !== QUOTE) return null;
  const [before, , after] = await compressParts(body.slice(0, at), body.slice(at, end + 1), body.slice(end + 1));
  const fill: Fill = (nonce) => Buffer.concat([before, uncompressed(nonce + QUOTE), after]);

  const nonce = newNonce();
  const again = await decompress(fill(nonce)).catch(() => null);
  return again?.toString() === body.replaceAll(NONCE_PLACE, nonce) ? fill : null;
}
