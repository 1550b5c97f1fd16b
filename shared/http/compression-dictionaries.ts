/** Compression Dictionary Transport (RFC 9842) for scripts. See docs/decisions/0086. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

const zstd = promisify(zstdCompress);
/** A `dcz` body begins with these bytes, before the hash of its dictionary. */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
/** The highest level whose window is no larger than the 8 MB that each browser accepts. */
const LEVEL = 19;

const SCRIPT = /^[\w./-]+\.js$/;
/** Scripts before the first use are so small that the header would cost more than a delta saves. */
const BEFORE_USE = /(^|\/)(hydration-loader|pre-hydration)\//;
const CONTENT_HASH = /\.[0-9a-f]{10}(?=\.js$)/;

/** Earlier builds whose scripts a browser may still have. */
export const EARLIER_BUILDS = 3;

/** The path of a script without the hash of its content: scripts of one role are alike. Other files have none. */
export const roleOf = (path: string): string | undefined =>
  SCRIPT.test(path) && !BEFORE_USE.test(path) ? path.replace(CONTENT_HASH, '.*') : undefined;

/** Headers of a response with a script, whole or as a delta. The role may have further wildcards. */
export const dictionaryHeaders = (role: string) => ({
  'use-as-dictionary': `match="${role}", match-dest=("script")`,
  vary: 'accept-encoding, available-dictionary',
});

/** A browser accepts `dcz` in requests for which it has a dictionary. */
const acceptsDelta = (acceptEncoding: string | undefined): boolean =>
  acceptEncoding !== undefined && /(^|,) *dcz *(,|$)/.test(acceptEncoding);

/**
 * The name of a dictionary: the first ten letters and digits in a row of its hash in Base64, which reverse proxies can
 * match, too. The browser compares the whole hash.
 */
const nameOf = (hash: string): string | undefined => /[A-Za-z0-9]{10}/.exec(hash)?.[0];

/** The name of the dictionary that a browser has for the script that it requests. */
export function availableDictionary(headers: IncomingHttpHeaders): string | undefined {
  const available = headers['available-dictionary'];
  return available && acceptsDelta(headers['accept-encoding']) ? nameOf(String(available)) : undefined;
}

async function deltaOf(script: Buffer, dictionary: Buffer, hash: Buffer): Promise<Buffer> {
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL };
  return Buffer.concat([MAGIC, hash, await zstd(script, { dictionary, params })]);
}

/** `dcz` bodies of a script by the names of their dictionaries: those that are smaller than `limit` bytes. */
export async function deltasOf(
  script: Buffer,
  dictionaries: readonly Buffer[],
  limit: number,
): Promise<ReadonlyMap<string, Buffer>> {
  const deltas = new Map<string, Buffer>();
  for (const dictionary of dictionaries) {
    const hash = createHash('sha256').update(dictionary).digest();
    const name = nameOf(hash.toString('base64'));
    if (name === undefined || deltas.has(name)) continue;
    const delta = await deltaOf(script, dictionary, hash);
    if (delta.length < limit) deltas.set(name, delta);
  }
  return deltas;
}
