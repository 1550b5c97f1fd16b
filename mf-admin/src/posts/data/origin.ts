import type { StaffClient } from '@ki/shared/data/clients.ts';
import { post as kind } from '../../files/model/post-record.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';
import { readStoredEditing } from '../../versions/data/editing.ts';

const partSchema = z.enum(['none', 'assisted', 'generated']);

const originSchema = z.object({
  /** The part of AI in what visitors read. */
  ai: partSchema,
  /** The part in what the form shows: the draft, if there is one. */
  would_be: partSchema,
  may_sign_off: z.boolean(),
  /** The newest first. `holds`: it covers what the form shows. */
  sign_offs: z.array(z.object({ at: z.string(), by: z.string().nullable(), holds: z.boolean() })),
});

export type Origin = z.output<typeof originSchema>;
export type SignOff = Origin['sign_offs'][number];

/** The origin that was read with a post; null for none. */
export const originOf = (read: unknown): Origin | null => originSchema.nullish().parse(read) ?? null;

export const readOrigin = async (client: StaffClient, post: string): Promise<Origin | null> =>
  originOf((await readStoredEditing(client, kind.table, post)).origin);

/** Signs off the version of a post or of its draft. Throws `conflict` when another one is stored. */
export async function signOff(client: StaffClient, post: string, version: string): Promise<void> {
  unwrapNothing(await client.rpc('sign_off', { post, version }));
}
