import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const brotli = promisify(brotliCompress);
const COMPRESSIBLE = /^(text\/|application\/(xml|json|(rss|atom)\+xml)|image\/svg)/;
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** A web-standard answer with all that sending it takes, so that it can be sent again and again. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  /** Compressed by Brotli, where that is worth it. */
  readonly compressed: Buffer | null;
}

const tagOf = (content: Buffer) => `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

export async function readyAnswer(answer: Response): Promise<ReadyAnswer> {
  const plain = Buffer.from(await answer.arrayBuffer());
  const isCompressible = COMPRESSIBLE.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: {
      ...Object.fromEntries(answer.headers),
      'x-content-type-options': 'nosniff',
      ...(answer.status === 200 ? { etag: tagOf(plain) } : {}),
    },
    plain,
    compressed: isCompressible ? await brotli(plain, OPTIONS) : null,
  };
}
