import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Json } from '@ki/shared/data/database.types.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing, withSession } from '../../kit/data/as-staff.ts';
import { type Accounts, accountsSchema } from '../model/accounts.ts';
import { refuse } from './read-factors.ts';

export interface AccountsData {
  readonly page: number;
  readonly accounts: Promise<Result<Accounts>>;
  /** Whether the own account has a second factor. */
  readonly hasFactor: Promise<Result<boolean>>;
}

export async function readAccounts(client: StaffClient, page: number): Promise<Accounts> {
  const part = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE };
  return accountsSchema.parse(unwrap(await client.rpc('read_accounts', part)));
}

export interface NewInvitation {
  readonly address: string;
  readonly remark: string;
  readonly role: string;
}

/**
 * Invites an address and returns the token of the link, which cannot be read again. Throws the server's error text:
 * `invalid` for a malformed address, `conflict` for one that is staff already.
 */
export async function inviteColleague(client: StaffClient, invitation: NewInvitation): Promise<string> {
  return unwrap(await client.rpc('invite_colleague', { ...invitation }));
}

export async function revokeInvitation(client: StaffClient, invitation: string): Promise<void> {
  unwrapNothing(await client.rpc('revoke_invitation', { invitation }));
}

export async function nameOperator(client: StaffClient, address: string): Promise<void> {
  unwrapNothing(await withSession(client, 'name_operator', { address }));
}

export async function setRole(client: StaffClient, account: string, role: string): Promise<void> {
  unwrapNothing(await client.rpc('set_role', { account, role }));
}

/** Names the own account. Every session of it shows the name from its next refresh on, this one at once. */
export async function nameAccount({ auth }: StaffClient, name: string): Promise<void> {
  refuse((await auth.updateUser({ data: { display_name: name } })).error);
}

/** Ends the access of an account at once. Throws `not_found` when it has none, `conflict` when it is the last one. */
export async function removeStaff(client: StaffClient, account: string): Promise<void> {
  unwrapNothing(await client.rpc('remove_staff', { account }));
}

/** Everything that is stored about the person. */
export async function exportAccount(client: StaffClient, account: string): Promise<Json> {
  return unwrap(await client.rpc('export_account', { account }));
}

/** Deletes an account and what names its person. Throws `conflict` for the last operator, `not_found` when it is gone. */
export async function deleteAccount(client: StaffClient, account: string): Promise<void> {
  unwrapNothing(await client.rpc('delete_account', { account }));
}
