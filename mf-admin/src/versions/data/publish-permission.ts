import type { StaffClient, UntypedClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { z } from '../../kit/model/z.ts';

const permissionSchema = z.object({
  refusal: z.string().nullable(),
  draft_refusal: z.string().nullable(),
  request: z.object({ at: z.string(), by: z.string(), is_own: z.boolean() }).nullable(),
});

/** Whether the account may publish a record. */
export interface PublishPermission {
  /** Why the account may not publish the record; null when it may. */
  readonly denial: string | null;
  /** Why the account may not save a draft of the record; null when it may. */
  readonly draftDenial: string | null;
  /** The request for its publication that nobody has answered. */
  readonly request: z.output<typeof permissionSchema>['request'];
}

/** The generated types do not allow `null`, the record of a new form. */
const untyped = (client: UntypedClient) => client;

export async function readPublishPermission(
  client: StaffClient,
  kind: string,
  record: string | null,
): Promise<PublishPermission> {
  const read = unwrap(await untyped(client).rpc('read_publication', { kind, record }));
  const { refusal, draft_refusal, request } = permissionSchema.parse(read);
  return { denial: refusal, draftDenial: draft_refusal, request };
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
