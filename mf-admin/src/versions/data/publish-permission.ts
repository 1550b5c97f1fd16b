import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';

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
