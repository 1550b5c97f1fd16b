import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { z } from 'zod/mini';

const foundSchema = z.array(z.object({ kind: z.string(), id: z.string(), title: z.string(), record: z.string() }));

/** `record`: the course of a module or a lesson, else the id. */
export type FoundRecord = z.infer<typeof foundSchema>[number];

/** Up to 30 records whose titles have each of the words. */
export const findRecords = async (client: StaffClient, words: string): Promise<readonly FoundRecord[]> =>
  foundSchema.parse(unwrap(await client.rpc('find_records', { words })));
