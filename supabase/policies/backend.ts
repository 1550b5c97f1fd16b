import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../local-backend/database/database.ts';
import { enginesOfEnvironment } from '../local-backend/fixtures/engines.ts';
import { bootTestBackend } from '../local-backend/fixtures/test-backend.ts';
import type { Handler } from '../local-backend/http/app.ts';
import { listen } from '../local-backend/http/listen.ts';
import type { Keys } from '../local-backend/keys.ts';
import { openSignUp } from '../seed/demo.ts';
import { emptyTables } from '../seed/tables.ts';

/** Callers: without a session, with an account without rights, and staff. */
export const roles = ['visitor', 'outsider', 'staff'] as const;
export type Role = (typeof roles)[number];

export interface Account {
  client: SupabaseClient;
  id: string;
}

export interface PolicyBackend {
  /** The database as its owner, without policies. */
  owner: Database;
  /** The API without row-level security. */
  service: SupabaseClient;
  as: Record<Role, SupabaseClient>;
  /** Handles a request like the HTTP server. */
  fetch: Handler;
  keys: Keys;
  staff: Account;
  outsider: Account;
  /** Creates an account under the current sign-up rule. */
  signUp(email?: string): Promise<Account>;
  /** Restores the rows of fixtures.sql. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const URL_OF_NOBODY = 'http://backend.test';
const fixtures = readFileSync(new URL('fixtures.sql', import.meta.url), 'utf8');

/** The real backend, or the engines that the environment names, with the rows of fixtures.sql only, called through its API in this process. */
export async function startPolicyBackend(): Promise<PolicyBackend> {
  const backend = enginesOfEnvironment() ?? (await bootTestBackend({ seed: false }));
  const { database: owner, keys } = backend;
  const fetchHere: typeof fetch = (input, init) => backend.fetch(new Request(input, init), { address: '127.0.0.1' });
  const connect = (key: string) =>
    createClient(URL_OF_NOBODY, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: fetchHere },
    });

  const signUp = async (email = `${randomUUID()}@example.com`): Promise<Account> => {
    const client = connect(keys.publishable);
    const { data, error } = await client.auth.signUp({ email, password: 'geheim-genug' });
    if (error) throw error;
    if (!data.user) throw new Error('Signing up gave no user');
    return { client, id: data.user.id };
  };

  await openSignUp(owner);
  // The first account is the operator.
  const staff = await signUp();
  const outsider = await signUp();
  const restore = async () => {
    await emptyTables(owner);
    await openSignUp(owner);
    await owner.query('delete from auth.users where id not in ($1, $2)', [staff.id, outsider.id]);
    await owner.query('delete from private.staff where user_id <> $1', [staff.id]);
    await owner.execute(fixtures);
  };
  await restore();
  return {
    owner,
    service: connect(keys.serviceRole),
    fetch: backend.fetch,
    keys,
    as: { visitor: connect(keys.publishable), outsider: outsider.client, staff: staff.client },
    staff,
    outsider,
    signUp,
    restore,
    close: () => backend.close(),
  };
}

/** The same backend over HTTP. */
export async function servePolicyBackend(): Promise<PolicyBackend & { url: string }> {
  const backend = await startPolicyBackend();
  const listener = await listen(0, backend.fetch);
  const close = async () => {
    await listener.close();
    await backend.close();
  };
  return { ...backend, url: listener.url, close };
}
