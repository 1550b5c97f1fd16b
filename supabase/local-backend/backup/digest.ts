import { createHash } from 'node:crypto';
import { z } from 'zod';

export const digestSchema = z.object({ rows: z.int(), sha256: z.string() });

/** The number of rows and their hash, in the order in which they were read. */
export type Digest = z.infer<typeof digestSchema>;

const NEWLINE = 10;

export const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

/** Rows in PostgreSQL's text form, of which each ends with the only unescaped line break, and their digest once all were read. */
export function digested(rows: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let count = 0;
  async function* passed(): AsyncIterable<Uint8Array> {
    for await (const part of rows) {
      hash.update(part);
      for (const byte of part) if (byte === NEWLINE) count += 1;
      yield part;
    }
  }
  return { rows: passed(), digest: (): Digest => ({ rows: count, sha256: hash.digest('hex') }) };
}

const SHOWN = 12;

const shown = ({ rows, sha256 }: Digest) => `${rows} rows with the hash ${sha256.slice(0, SHOWN)}…`;

export function requireSame(table: string, found: Digest, saved: Digest | undefined): void {
  if (saved?.rows === found.rows && saved.sha256 === found.sha256) return;
  throw new Error(`${table} differs: ${shown(found)}; saved were ${saved ? shown(saved) : 'none'}`);
}
