import { z } from 'zod';
import type { Config } from '../config.ts';

type Supabase = Config['supabase'];

const TIMEOUT_MS = 4_000;
const claimsSchema = z.object({ sub: z.uuid() });

async function ask({ url, key }: Supabase, question: string, args: object, token?: string): Promise<boolean> {
  const response = await fetch(`${url}/rest/v1/rpc/${question}`, {
    method: 'POST',
    headers: {
      apikey: key,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return response.ok && (await response.json()) === true;
}

/** The account in a token. Only for one that the database has taken: nothing is checked here. */
function accountIn(token: string): string {
  const [, claims = ''] = token.split('.');
  return claimsSchema.parse(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))).sub;
}

/** Asks the database whether an access token belongs to staff, and resolves with the account; `null` when it does not. */
export const staffAccountOf = async (supabase: Supabase, token: string): Promise<string | null> =>
  (await ask(supabase, 'is_staff', {}, token)) ? accountIn(token) : null;

/** Asks the database whether an account is staff still. */
export const isStaffAccount = (supabase: Supabase, account: string): Promise<boolean> =>
  ask(supabase, 'account_is_staff', { account });
