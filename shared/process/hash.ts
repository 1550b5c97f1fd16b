import { createHash } from 'node:crypto';

/** The value of an `integrity` attribute for a file's content. */
export const integrityOf = (content: string | Uint8Array, algorithm: 'sha256' | 'sha384' = 'sha384'): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** A short name for a long text; 64 bits do not withstand a search for equal names. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
