import type { Config } from '../config.ts';

const TIMEOUT_MS = 4_000;

/** Asks the database whether an access token belongs to staff. */
export async function isStaff({ url, key }: Config['supabase'], token: string): Promise<boolean> {
  const response = await fetch(`${url}/rest/v1/rpc/is_staff`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return response.ok && (await response.json()) === true;
}
