import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Whether the signed-in user is an operator. For the interface only: the database decides by itself. */
export async function isOperator(client: StaffClient): Promise<boolean> {
  return unwrap(await client.rpc('is_operator'));
}
