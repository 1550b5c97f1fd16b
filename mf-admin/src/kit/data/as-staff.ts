import { type StaffClient, staffClient, type UntypedClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';
import { DataError, isPassing, settle, unwrap } from '@ki/shared/data/errors.ts';
import { isClockRead, setServerTime } from '../model/clock.ts';

const TIMEOUT_MS = 3_000;

let running: Promise<void> | null = null;

async function ask(client: StaffClient): Promise<void> {
  const sent = performance.now();
  const answer = await client.rpc('database_now').abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  setServerTime(unwrap(answer), sent);
}

/** Reads the time of the database, where the last reading does not hold any more. Never rejects. */
export async function readClock(client: StaffClient): Promise<void> {
  if (isClockRead()) return;
  running ??= ask(client)
    .catch((error: unknown) => console.error('clock:', error))
    .finally(() => {
      running = null;
    });
  await running;
}

/**
 * Runs an operation as the signed-in user. A rejected token is refreshed once: a form that was open for long still saves.
 * The clock is read by then.
 */
export async function asStaff<T>(operation: (client: StaffClient) => Promise<T>): Promise<T> {
  const client = await staffClient();
  const run = async () => (await Promise.all([operation(client), readClock(client)]))[0];
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DataError) || error.code !== 'unauthenticated') throw error;
    const { error: refreshError } = await client.auth.refreshSession();
    // supabase-js keeps a session whose token has not expired here. The server rejected access and refresh token.
    if (refreshError?.name === 'AuthApiError' && !isPassing(refreshError.status ?? 0))
      await client.auth.signOut({ scope: 'local' });
    if (refreshError) throw error;
    return run();
  }
}

/** Runs an operation as the signed-in user, for a loader: it never rejects. */
export const settleAsStaff = <T>(operation: (client: StaffClient) => Promise<T>) => settle(asStaff(operation));

export function unwrapNothing(answer: Omit<Parameters<typeof unwrap>[0], 'data'>): void {
  unwrap({ ...answer, data: true });
}

/** Calls a function with the session's rights: `token: null`, which the generated types do not allow. */
export async function withSession(
  client: UntypedClient,
  name: keyof Database['public']['Functions'],
  args: Readonly<Record<string, unknown>>,
) {
  return client.rpc(name, { token: null, ...args });
}
