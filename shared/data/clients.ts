import type { SupabaseClient } from '@supabase/supabase-js';
import type { Reader } from '../contract/reader.ts';
import type { Database } from './database.types.ts';

/** Where the platform's Supabase project is and the key that browsers may know. */
export interface Connection {
  readonly url: string;
  readonly key: string;
  /** What the reader asks with, where its questions are counted. */
  readonly fetch?: typeof fetch;
  /** Sent with each of the reader's questions. */
  readonly headers?: Readonly<Record<string, string>>;
}

const READ_TIMEOUT_MS = 8_000;

export type StaffClient = SupabaseClient<Database>;

/** The same client, for tables that are known at run time only. */
export type UntypedClient = SupabaseClient;

let connection: Connection | undefined;
let readerOnce: Promise<Reader> | undefined;
let staffOnce: Promise<StaffClient> | undefined;
let signUpOnce: Promise<StaffClient> | undefined;
let isReaderHere = true;

/** Called once by the shell, in the browser and on the server, before anything is read. */
export function connect(to: Connection): void {
  connection = to;
  readerOnce = undefined;
  staffOnce = undefined;
  signUpOnce = undefined;
}

function connected(): Connection {
  if (!connection) throw new Error('connect() must be called before a client is used');
  return connection;
}

/**
 * The client of public pages: always anonymous, so that staff read there what visitors read.
 * Small, and loaded only when a page first asks for data: a page that came rendered needs none.
 */
export function reader(): Promise<Reader> {
  if (!isReaderHere) return new Promise(() => undefined);
  readerOnce ??= createReader(connected());
  return readerOnce;
}

/** Runs what asks for the reader, and gets none: for the shape of a loader's data, while the shell is asked for them. */
export function withoutReader<T>(run: () => T): T {
  isReaderHere = false;
  try {
    return run();
  } finally {
    isReaderHere = true;
  }
}

async function createReader({ url, key, fetch, headers }: Connection): Promise<Reader> {
  const { PostgrestClient } = await import(/* webpackChunkName: "reader" */ '@supabase/postgrest-js');
  const client = new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { ...headers, apikey: key },
    ...(fetch && { fetch }),
    // A page that cannot be read says so at once and offers to try again.
    retry: false,
    timeout: READ_TIMEOUT_MS,
  });
  return client as unknown as Reader;
}

/** The client of signed-in staff: carries the session, keeps it in localStorage and refreshes it. Browser only. */
export function staffClient(): Promise<StaffClient> {
  staffOnce ??= createStaffClient(connected());
  return staffOnce;
}

async function createStaffClient({ url, key }: Connection): Promise<StaffClient> {
  const { createClient } = await import(/* webpackChunkName: "supabase" */ '@supabase/supabase-js');
  return createClient<Database>(url, key, { auth: { detectSessionInUrl: false } });
}

/** A client that keeps nothing: for creating an account without becoming it. Browser only. */
export function signUpClient(): Promise<StaffClient> {
  signUpOnce ??= createSignUpClient(connected());
  return signUpOnce;
}

async function createSignUpClient({ url, key }: Connection): Promise<StaffClient> {
  const { createClient } = await import(/* webpackChunkName: "supabase" */ '@supabase/supabase-js');
  return createClient<Database>(url, key, {
    auth: { storageKey: 'sign-up', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}
