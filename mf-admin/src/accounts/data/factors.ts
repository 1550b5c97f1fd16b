import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrapNothing } from '../../kit/data/as-staff.ts';
import { readFactors, refuse } from './read-factors.ts';

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
async function readSessionAnew({ auth }: StaffClient): Promise<void> {
  refuse((await auth.refreshSession()).error);
}
