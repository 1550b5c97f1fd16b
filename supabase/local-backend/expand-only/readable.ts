import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Session } from '../database/database.ts';

const script = readFileSync(new URL('readable.sql', import.meta.url), 'utf8');

const names = z.array(z.string());

const readableSchema = z.object({
  columns: z.array(z.object({ table: z.string(), name: z.string(), kind: z.string(), roles: names })),
  functions: z.array(
    z.object({
      name: z.string(),
      arguments: names,
      /** The arguments without a default. */
      required: names,
      result: z.string(),
      /** The kinds of the columns of a result with rows. */
      columns: z.record(z.string(), z.string()),
      roles: names,
    }),
  ),
  /** Tables with a foreign key from the first to the second. */
  keys: z.array(z.tuple([z.string(), z.string()])),
});

/** What the API can read, with the roles that may. */
export type Readable = z.infer<typeof readableSchema>;
export type ReadableFunction = Readable['functions'][number];

export async function readableIn({ query }: Pick<Session, 'query'>): Promise<Readable> {
  const [row] = await query(script);
  return readableSchema.parse(row?.readable);
}
