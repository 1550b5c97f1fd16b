import { z } from 'zod';

const names = z.array(z.string());

/** The reads of a release in the schema `public`, as publishing recorded them. `*` stands for all columns. */
export const databaseReadsSchema = z.object({
  /** Columns by table or view. */
  tables: z.record(z.string(), names),
  /** The tables that are read within the rows of a table, by its foreign keys. */
  embedded: z.record(z.string(), names),
  functions: z.record(
    z.string(),
    z.object({
      /** The names of the arguments of each call; none where only the name of the function is known. */
      calls: z.array(names),
      columns: names,
    }),
  ),
});

export type DatabaseReads = z.infer<typeof databaseReadsSchema>;

export const ALL_COLUMNS = '*';
