import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';

const publicationSchema = z.object({
  /** Why the caller may not publish the record; null when allowed. */
  refusal: z.string().nullable(),
  draft_refusal: z.string().nullable(),
  request: z.object({ at: z.string(), by: z.string(), is_own: z.boolean() }).nullable(),
});

export type Publication = z.output<typeof publicationSchema>;

/** The generated types do not allow `null`, the record of a new form. */
const untyped = (client: UntypedClient) => client;

export async function readPublication(client: StaffClient, kind: string, record: string | null): Promise<Publication> {
  return publicationSchema.parse(unwrap(await untyped(client).rpc('read_publication', { kind, record })));
}

export async function requestPublication(client: StaffClient, kind: string, record: string): Promise<void> {
  unwrapNothing(await client.rpc('request_publication', { kind, record }));
}

export async function withdrawRequest(client: StaffClient, record: string): Promise<void> {
  unwrapNothing(await client.rpc('withdraw_request', { record }));
}

export async function listRequests(client: StaffClient) {
  return unwrap(await client.rpc('publication_requests'));
}

export type PublicationRequest = Awaited<ReturnType<typeof listRequests>>[number];
