import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Whether the database takes the signed-in user for staff. For the interface only: policies decide by themselves. */
export async function isStaff(client: StaffClient): Promise<boolean> {
  return unwrap(await client.rpc('is_staff'));
}
