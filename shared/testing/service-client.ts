import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import type { Database } from '../data/database.types.ts';

type ServiceClient = SupabaseClient<Database>;

let once: ServiceClient | undefined;

/** Prepares and removes rows for a test, past row-level security. One for all: each of them keeps a session store. */
export function serviceClient(): ServiceClient {
  once ??= createServiceClient();
  return once;
}

function createServiceClient(): ServiceClient {
  const { url, serviceRoleKey } = inject('backend');
  return createClient(url, serviceRoleKey, {
    // A store of its own beside that of the page under test.
    auth: { storageKey: 'service', persistSession: false, autoRefreshToken: false },
    // The backend refuses this key to browsers, and the tests' DOM would say that it is one.
    global: { headers: { 'User-Agent': 'tests' } },
  });
}
