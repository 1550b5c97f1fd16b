import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database as Tables } from '../../../shared/data/database.types.ts';
import type { Database } from '../../local-backend/database/database.ts';
import { bootTestBackend } from '../../local-backend/fixtures/test-backend.ts';
import { type Functions, startDenoFunctions } from '../../local-backend/functions/functions.ts';
import { type Handler, starting } from '../../local-backend/http/app.ts';
import { listen } from '../../local-backend/http/listen.ts';
import type { LogFields } from '../../local-backend/log.ts';
import { openSignUp } from '../../seed/demo.ts';
import { type ProviderServer, startProvider } from './provider-server.ts';

export const KEYS = { PERPLEXITY_API_KEY: 'pplx-a-key-for-tests', GEMINI_API_KEY: 'gemini-a-key-for-tests' };

export interface FunctionsBackend {
  readonly url: string;
  readonly provider: ProviderServer;
  /** Bypasses row-level security. */
  readonly database: Database;
  readonly staff: SupabaseClient<Tables>;
  readonly staffToken: string;
  /** The token of an account without rights. */
  readonly strangerToken: string;
  /** All log lines of the functions. */
  readonly output: string[];
  /** Kills the functions, also during a call. */
  killFunctions(): Promise<void>;
  post(name: string, body: unknown, token?: string): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): Promise<void>;
}

/** The real functions in Deno, on a database of their own, with a provider on loopback. */
export async function startFunctionsBackend(settings: Record<string, string> = KEYS): Promise<FunctionsBackend> {
  let handler: Handler = starting;
  const output: string[] = [];
  const log = (event: string, { line }: LogFields = {}) => {
    if (event === 'functions_output') output.push(String(line));
  };
  const provider = await startProvider();
  const listener = await listen(0, (request, peer) => handler(request, peer));
  const providers = {
    PERPLEXITY_BASE_URL: provider.url,
    GEMINI_BASE_URL: provider.url,
    // Nobody reads sources here, unless a test does.
    SOURCES_WAIT_MS: '0',
    ...settings,
  };
  let functions: Functions | undefined;
  const {
    fetch: serve,
    database,
    keys,
    close,
  } = await bootTestBackend({
    seed: false,
    startFunctions: ({ publishable }) => {
      functions = startDenoFunctions({ supabaseUrl: listener.url, publishableKey: publishable, providers, log });
      return functions;
    },
  });
  handler = serve;
  await openSignUp(database);
  const account = (email: string) => signedIn(listener.url, keys.publishable, email);
  const { client: staff, token: staffToken } = await account('anna.muster@example.com');
  const { token: strangerToken, id } = await account('fremd@example.com');
  await database.query(`delete from private.staff where user_id = '${id}'`);
  return {
    url: listener.url,
    provider,
    database,
    staff,
    staffToken,
    strangerToken,
    output,
    killFunctions: async () => functions?.close(),
    post: async (name, body, token = staffToken) => {
      const response = await fetch(`${listener.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: { apikey: keys.publishable, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    close: async () => {
      provider.close();
      await listener.close();
      await close();
    },
  };
}

async function signedIn(url: string, key: string, email: string) {
  const client = createClient<Tables>(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const password = 'geheim-genug';
  await client.auth.signUp({ email, password });
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { client, token: data.session.access_token, id: data.user.id };
}
