import type { SupabaseClient, SupabaseClientOptions } from '@supabase/supabase-js';
import type { Reader } from '../contract/reads.ts';
import type { Database } from './database.types.ts';
import { isPassing } from './errors.ts';

export interface Connection {
  readonly url: string;
  readonly key: string;
  /** The origin of the site, where pages are rendered. */
  readonly site?: string;
  /** The reader's `fetch`, where requests are counted. */
  readonly fetch?: typeof fetch;
  readonly headers?: Readonly<Record<string, string>>;
}

const READ_TIMEOUT_MS = 8_000;

export type StaffClient = SupabaseClient<Database>;

export type UntypedClient = SupabaseClient;

interface Clients {
  reader?: Promise<Reader>;
  staff?: Promise<StaffClient>;
  signUp?: Promise<StaffClient>;
}

let connection: Connection | undefined;
let clients: Clients = {};

/** The shell calls it once, in the browser and on the server, before anything is read. */
export function connect(to: Connection): void {
  connection = to;
  clients = {};
}

function connected(): Connection {
  if (!connection) throw new Error('connect() must be called before a client is used');
  return connection;
}

/** Whether an address is one of the site itself. */
export const isOwnAddress = (address: string): boolean =>
  URL.parse(address)?.origin === (connected().site ?? globalThis.location?.origin);

export type StorageAddress = Pick<Connection, 'url' | 'key'>;

/** For uploads that say how far they are, which the client's do not. */
export function storageAddress(): StorageAddress {
  const { url, key } = connected();
  return { url: `${url}/storage/v1`, key };
}

/** The anonymous client of public pages, loaded with the first read; staff read there what visitors read. */
export function reader(): Promise<Reader> {
  clients.reader ??= createReader(connected());
  return clients.reader;
}

async function createReader({ url, key, fetch, headers }: Connection): Promise<Reader> {
  const { PostgrestClient } = await import(/* webpackChunkName: "reader" */ '@supabase/postgrest-js');
  const client = new PostgrestClient<Database>(`${url}/rest/v1`, {
    headers: { ...headers, apikey: key },
    ...(fetch && { fetch }),
    retry: false,
    timeout: READ_TIMEOUT_MS,
  });
  return client as unknown as Reader;
}

/** A NUL or half of a surrogate pair in JSON; after a backslash it is plain text. Neither can be stored, or seen. */
const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/gi;

/** Texts that are pasted, from a PDF for instance, have such characters. */
const storable = (body: RequestInit['body']) => (typeof body === 'string' ? body.replace(UNSTORABLE, '$1') : body);

const BEGINS_SESSION = /\/auth\/v1\/(token\?|factors\/[^/]+\/verify)/;

/** Without the server's time of its end, which the client of accounts would compare with the clock of the browser. */
async function endingByOwnClock(response: Response): Promise<Response> {
  const { expires_at: _, ...session }: Record<string, unknown> = await response.json();
  return Response.json(session, { status: response.status, headers: response.headers });
}

/** Lists of ad blockers have `/ads?id=`: the filter by id comes after the rest of the query. */
const withIdLast = (address: string): string => address.replace(/\?(id=[^&]*)&(.+)$/, '?$2&$1');

/**
 * Sends what can be stored. Answers a refused refresh as a busy server does: the client of accounts tries again then,
 * and ends a session that is still good after 429 and some others that pass.
 */
async function staffFetch(target: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
  const address = target instanceof Request ? target.url : String(target);
  const isOfAccounts = address.includes('/auth/v1/');
  const sent = typeof target === 'string' ? withIdLast(target) : target;
  const response = await fetch(sent, isOfAccounts ? init : { ...init, body: storable(init.body) ?? null });
  if (response.ok && BEGINS_SESSION.test(address)) return endingByOwnClock(response);
  const isRefresh = address.includes('/auth/v1/token?grant_type=refresh_token');
  if (!isRefresh || response.ok || !isPassing(response.status)) return response;
  return new Response(response.body, { status: 503, headers: response.headers });
}

async function createStaffClient(
  { url, key }: Connection,
  options: SupabaseClientOptions<'public'>,
): Promise<StaffClient> {
  const { createClient } = await import(/* webpackChunkName: "supabase" */ '@supabase/supabase-js');
  return createClient<Database>(url, key, options);
}

/** The client of signed-in staff with its session in localStorage. Browser only. */
export function staffClient(): Promise<StaffClient> {
  const options = { auth: { detectSessionInUrl: false }, global: { fetch: staffFetch } };
  clients.staff ??= createStaffClient(connected(), options);
  return clients.staff;
}

/** A client without a session, for creating an account. Browser only. */
export function signUpClient(): Promise<StaffClient> {
  const auth = { storageKey: 'sign-up', persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  clients.signUp ??= createStaffClient(connected(), { auth });
  return clients.signUp;
}
