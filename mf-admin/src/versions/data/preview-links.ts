import { previewAddress } from '@ki/shared/contract/preview.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';

export interface PreviewTarget {
  /** The table. */
  readonly kind: string;
  readonly record: string;
}

/** The links that show a record with its draft. What opens one is known only when it is made. */
export async function listPreviewLinks(client: StaffClient, { record }: PreviewTarget) {
  const rows = unwrap(await client.rpc('list_previews', { record }));
  return rows.map(({ id, created_at, expires_at, made_by }) => ({
    id,
    createdAt: created_at,
    expiresAt: expires_at,
    madeBy: made_by,
  }));
}

export type PreviewLink = Awaited<ReturnType<typeof listPreviewLinks>>[number];

/** Returns the address, which is stored nowhere. */
export async function createPreviewLink(client: StaffClient, target: PreviewTarget): Promise<string> {
  const token = unwrap(await client.rpc('create_preview', { ...target }));
  return new URL(previewAddress(token), location.origin).href;
}

export async function revokePreviewLink(client: StaffClient, preview: string): Promise<void> {
  unwrapNothing(await client.rpc('revoke_preview', { preview }));
}
