import { createHash } from 'node:crypto';
import type { z } from 'zod';

/** Content that cannot be seeded; the message names the file and the field. */
export class ContentError extends Error {
  override name = 'ContentError';

  constructor(file: string, field: string, problem: string) {
    super(`supabase/seed/${file}: ${field ? `${field}: ` : ''}${problem}`);
  }
}

/** Checks what was read from a file. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, file: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ContentError(file, issue?.path.join('.') ?? '', issue?.message ?? 'is invalid');
}

/** A UUID (version 5 in form) that stays the same from seed to seed, so that links to seeded records stay valid. */
export function stableId(kind: string, key: string): string {
  const hash = createHash('sha1').update(`${kind}/${key}`).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export class References {
  readonly #kind: string;
  readonly #known: ReadonlySet<string>;

  constructor(kind: string, keys: readonly string[], file: string) {
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) throw new ContentError(file, twice, `there are two ${kind} records of this name`);
    this.#kind = kind;
    this.#known = new Set(keys);
  }

  idOf(key: string, file: string, field: string): string {
    if (!this.#known.has(key)) throw new ContentError(file, field, `there is no ${this.#kind} named ${key}`);
    return stableId(this.#kind, key);
  }
}

export const referencesTo = <T>(kind: string, file: string, records: readonly T[], keyOf: (record: T) => string) =>
  new References(kind, records.map(keyOf), file);
