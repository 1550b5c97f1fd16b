import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Session } from '../database/database.ts';

const script = readFileSync(new URL('readable.sql', import.meta.url), 'utf8');

const names = z.array(z.string());
const byName = z.record(z.string(), z.string());

const readableSchema = z.object({
  columns: z.array(
    z.object({
      table: z.string(),
      name: z.string(),
      /** The form of its JSON. */
      kind: z.string(),
      /** Whether a new row must have it. */
      isNeeded: z.boolean(),
      roles: z.object({ select: names, insert: names, update: names, delete: names }),
    }),
  ),
  functions: z.array(
    z.object({
      name: z.string(),
      /** The type of each argument. */
      arguments: byName,
      /** The arguments without a default. */
      required: names,
      result: z.string(),
      /** The kinds of the columns of a result with rows. */
      columns: byName,
      roles: names,
    }),
  ),
  /** Each way to embed the other table's rows in those of a table: as a list, or as one object. */
  joins: z.array(z.object({ constraint: z.string(), table: z.string(), other: z.string(), isList: z.boolean() })),
});

/** All that the API offers, with the roles that may use it. */
export type Readable = z.infer<typeof readableSchema>;
export type ReadableColumn = Readable['columns'][number];
export type ReadableFunction = Readable['functions'][number];

export async function readableIn({ query }: Pick<Session, 'query'>): Promise<Readable> {
  const [row] = await query(script);
  return readableSchema.parse(row?.readable);
}
