import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** For answers that somebody waits for: more takes longer than it saves. */
export const BROTLI_QUALITY = 5;
const WORTH_COMPRESSING = 1_024;

export interface Encoded {
  readonly content: Buffer;
  readonly encoding?: 'br' | 'gzip';
}

/** Whether an `accept-encoding` header allows Brotli. */
export const takesBrotli = (accepted: string) => /\bbr\b/.test(accepted);

/** A body in the best form that an `accept-encoding` header allows. */
export async function encode(body: string, accepted: string): Promise<Encoded> {
  const plain = Buffer.from(body);
  if (plain.length < WORTH_COMPRESSING) return { content: plain };
  if (takesBrotli(accepted)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    return { content: await brotli(plain, { params }), encoding: 'br' };
  }
  if (/\bgzip\b/.test(accepted)) return { content: await zip(plain), encoding: 'gzip' };
  return { content: plain };
}
