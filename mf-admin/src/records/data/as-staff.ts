import { type StaffClient, staffClient } from '@ki/shared/data/clients.ts';
import { DataError } from '@ki/shared/data/errors.ts';

/**
 * Runs an operation as the signed-in user. A token that the server no longer takes is refreshed once and the
 * operation repeated, so that a form which stood open for long still saves.
 */
export async function asStaff<T>(operation: (client: StaffClient) => Promise<T>): Promise<T> {
  const client = await staffClient();
  try {
    return await operation(client);
  } catch (error) {
    if (!(error instanceof DataError) || error.code !== 'unauthenticated') throw error;
    const { error: refusal } = await client.auth.refreshSession();
    // The library keeps a session whose token looks valid here. The server has refused both: it is over.
    if (refusal?.name === 'AuthApiError' && refusal.status !== 429) await client.auth.signOut({ scope: 'local' });
    if (refusal) throw error;
    return operation(client);
  }
}
