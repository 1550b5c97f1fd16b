import { z } from 'zod';
import { contentsSchema } from '../snapshot/contents.ts';

/** What a backup's first entry says. */
export const headerSchema = z.object({
  format: z.literal(1),
  created: z.string(),
  contents: contentsSchema,
});

export type Header = z.infer<typeof headerSchema>;

/** The entries of the archive, in this order. */
export const HEADER = 'backup.json';
export const rowsEntry = (table: number, part: number) => `database/${table}/${part}`;
export const rowsPrefix = (table: number) => `database/${table}/`;
export const FILES = 'files/';
/** Tells a whole backup from one whose writing was cut short. */
export const END = 'complete';

export class BadBackup extends Error {
  override name = 'BadBackup';
}
