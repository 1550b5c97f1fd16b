import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { paths } from '../../shared/contract/paths.ts';
import { startTestBackend } from '../../supabase/local-backend/fixtures/test-backend.ts';
import { startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';

export interface InvitedPlatform {
  readonly url: string;
  /** Invites an address as the operator does, and returns the link. */
  invite(email: string): Promise<string>;
  /** Expires the invitation of an address. */
  expire(email: string): Promise<void>;
  /** A client of the backend without a session. */
  connect(): SupabaseClient;
  stop(): Promise<void>;
}

/** The published code on a backend whose sign-up is by invitation. */
export async function startInvitedPlatform(): Promise<InvitedPlatform> {
  const backend = await startTestBackend();
  await backend.database.query(`update private.settings set sign_up = 'invited'`);
  const platform = await startOwnPlatform({ dataDir: dataDirOfPlatform(), backend });
  return {
    url: platform.url,
    async invite(email) {
      const [row] = await backend.database.query<{ token: string }>('select private.invite($1) as token', [email]);
      return platform.url + paths.invitation(row?.token ?? '');
    },
    async expire(email) {
      await backend.database.query('update private.invitations set expires_at = now() where email = $1', [email]);
    },
    connect: () =>
      createClient(backend.url, backend.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } }),
    async stop() {
      await platform.stop();
      await backend.close();
    },
  };
}
