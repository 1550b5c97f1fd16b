import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import type { StaffClient } from '@ki/shared/data/clients.ts';
import type { Database, Json } from '@ki/shared/data/database.types.ts';
import { DataError, unwrap } from '@ki/shared/data/errors.ts';
import { unwrapNothing, withSession } from '../../kit/data/as-staff.ts';
import { type Accounts, accountsSchema } from '../model/accounts.ts';

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

/**
 * Invites an address and returns the token of the link, which cannot be read again. Throws the server's error text:
 * `invalid` for a malformed address, `conflict` for one that is staff already.
 */
export async function inviteColleague(
  client: StaffClient,
  invitation: Database['public']['Functions']['invite_colleague']['Args'],
): Promise<string> {
  return unwrap(await client.rpc('invite_colleague', invitation));
}

export const revokeInvitation = async (client: StaffClient, invitation: string): Promise<void> =>
  unwrapNothing(await client.rpc('revoke_invitation', { invitation }));

export const nameOperator = async (client: StaffClient, address: string): Promise<void> =>
  unwrapNothing(await withSession(client, 'name_operator', { address }));

export const setRole = async (client: StaffClient, account: string, role: string): Promise<void> =>
  unwrapNothing(await client.rpc('set_role', { account, role }));

/** Names the own account. Every session of it shows the name from its next refresh on, this one at once. */
export const nameAccount = async ({ auth }: StaffClient, name: string): Promise<void> =>
  refuse((await auth.updateUser({ data: { display_name: name } })).error);

/** Ends the access of an account at once. Throws `not_found` when it has none, `conflict` when it is the last one. */
export const removeStaff = async (client: StaffClient, account: string): Promise<void> =>
  unwrapNothing(await client.rpc('remove_staff', { account }));

/** Everything that is stored about the person. */
export const exportAccount = async (client: StaffClient, account: string): Promise<Json> =>
  unwrap(await client.rpc('export_account', { account }));

/** Deletes an account and what names its person. Throws `conflict` for the last operator, `not_found` when it is gone. */
export const deleteAccount = async (client: StaffClient, account: string): Promise<void> =>
  unwrapNothing(await client.rpc('delete_account', { account }));

/** A factor that has not been verified yet. */
export interface NewFactor {
  readonly id: string;
  /** An address of an SVG picture. */
  readonly qrCode: string;
  readonly secret: string;
}

const expectFreshSignIn = async (client: StaffClient) => unwrapNothing(await client.rpc('expect_fresh_sign_in'));

async function removeFactors(client: StaffClient, wanted: 'verified' | 'unverified'): Promise<void> {
  for (const { id, status } of await readFactors(client)) {
    if (status === wanted) refuse((await client.auth.mfa.unenroll({ factorId: id })).error);
  }
}

/** Begins a second factor; `null` where the auth service offers none. Wants a fresh sign-in. */
export async function beginFactor(client: StaffClient, issuer: string): Promise<NewFactor | null> {
  await expectFreshSignIn(client);
  // An earlier attempt may have left a factor, and the auth service refuses a second one of the same name.
  await removeFactors(client, 'unverified');
  const { data, error } = await client.auth.mfa.enroll({
    factorType: 'totp',
    friendlyName: 'Authenticator app',
    issuer,
  });
  if (error?.code === 'mfa_totp_enroll_not_enabled') return null;
  refuse(error);
  return data && { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** Turns a factor on, with the first code of the app. From then on this session counts as one with a second factor. */
export async function verifyFactor(client: StaffClient, factorId: string, code: string): Promise<void> {
  refuse((await client.auth.mfa.challengeAndVerify({ factorId, code })).error);
  await readSessionAnew(client);
}

/** Wants a fresh sign-in, and a session that showed the factor. */
export async function removeFactor(client: StaffClient): Promise<void> {
  await expectFreshSignIn(client);
  await removeFactors(client, 'verified');
  await readSessionAnew(client);
}

/** The stored session names the factors of its account. */
const readSessionAnew = async ({ auth }: StaffClient): Promise<void> => refuse((await auth.refreshSession()).error);

function refuse(error: { readonly status?: number | undefined; readonly message: string } | null): void {
  if (!error) return;
  const code = error.status === 401 ? 'unauthenticated' : error.status ? 'invalid' : 'unavailable';
  throw new DataError(code, error.message);
}

async function readFactors({ auth }: StaffClient) {
  const { data, error } = await auth.mfa.listFactors();
  refuse(error);
  return data?.all ?? [];
}

/** Whether the own account has a second factor. */
export const hasFactor = async (client: StaffClient): Promise<boolean> =>
  (await readFactors(client)).some(({ status }) => status === 'verified');
