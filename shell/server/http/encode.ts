import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '@ki/shared/http/accepted-encoding.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** For answers that somebody waits for: more takes longer than it saves. */
export const BROTLI_QUALITY = 5;
const WORTH_COMPRESSING = 1_024;

export interface Encoded {
  readonly content: Buffer;
  readonly encoding?: Encoding | undefined;
}

/** A text as it is sent in an encoding, unless that saves nothing. */
export async function encode(body: string, encoding: Encoding | undefined): Promise<Encoded> {
  const plain = Buffer.from(body);
  if (encoding === undefined || plain.length < WORTH_COMPRESSING) return { content: plain };
  if (encoding === 'gzip') return { content: await zip(plain), encoding };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return { content: await brotli(plain, { params }), encoding };
}
