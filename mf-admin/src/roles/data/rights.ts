import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** Rights decide what the interface shows. Row-level security decides what the account may do. */
export interface Rights {
  readonly staff: Promise<Result<boolean>>;
  readonly operator: Promise<Result<boolean>>;
  readonly role: Promise<Result<string>>;
}

export async function isStaff(client: StaffClient): Promise<boolean> {
  return unwrap(await client.rpc('is_staff'));
}

/** `publisher`, `editor` or `author`. */
export async function ownRole(client: StaffClient): Promise<string> {
  return unwrap(await client.rpc('own_role'));
}

export async function isOperator(client: StaffClient): Promise<boolean> {
  return unwrap(await client.rpc('is_operator'));
}

/** The frame of the admin reads the role. */
export const LAYOUT = 'admin-layout';
