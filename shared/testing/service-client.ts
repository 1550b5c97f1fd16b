import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { inject } from 'vitest';
import type { Database } from '../data/database.types.ts';

type ServiceClient = SupabaseClient<Database>;

let once: ServiceClient | undefined;

/** Bypasses row-level security to prepare and remove rows. One instance, because each client has a session store. */
export function serviceClient(): ServiceClient {
  once ??= createServiceClient();
  return once;
}

function createServiceClient(): ServiceClient {
  const { url, serviceRoleKey } = inject('backend');
  return createClient(url, serviceRoleKey, {
    // A session store apart from that of the page under test.
    auth: { storageKey: 'service', persistSession: false, autoRefreshToken: false },
    // The backend rejects this key from browsers, and the test DOM has the User-Agent of a browser.
    global: { headers: { 'User-Agent': 'tests' } },
  });
}
