import type { UntypedClient } from '@ki/shared/data/clients.ts';
import type { Database } from '@ki/shared/data/database.types.ts';

/** Calls a function that takes a token with the rights of the session: without one, which the generated types do not know. */
export async function withSession(
  client: UntypedClient,
  name: keyof Database['public']['Functions'],
  args: Readonly<Record<string, unknown>>,
) {
  return client.rpc(name, { token: null, ...args });
}
