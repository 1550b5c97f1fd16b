import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../local-backend/database/database.ts';
import { type Engines, enginesOfEnvironment } from '../../local-backend/fixtures/engines.ts';
import { bootTestBackend } from '../../local-backend/fixtures/test-backend.ts';
import type { Handler } from '../../local-backend/http/app.ts';
import { listen } from '../../local-backend/http/listen.ts';
import type { Keys } from '../../local-backend/keys.ts';
import { openSignUp } from '../../seed/demo.ts';
import { emptyTables } from '../../seed/testing/empty-tables.ts';
import { schemaOf, takeSnapshot, vacuum } from './snapshot.ts';

/** Callers: without a session, with an account without rights, and staff. */
export const roles = ['visitor', 'outsider', 'staff'] as const;
export type Role = (typeof roles)[number];

/** Roles of staff. */
export const staffRoles = ['publisher', 'editor', 'author'] as const;
export type StaffRole = (typeof staffRoles)[number];

export interface Account {
  client: SupabaseClient;
  id: string;
}

export interface PolicyBackend {
  /** The database as its owner, without policies. */
  owner: Database;
  /** The API: `service` is without row-level security. */
  as: Record<Role | 'service', SupabaseClient>;
  /** Handles a request like the HTTP server. */
  fetch(request: Request): ReturnType<Handler>;
  /** Posts JSON to a path of the REST API with any token. */
  post(path: string, json: object, token: string): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  keys: Keys;
  staff: Account;
  outsider: Account;
  /** An account of each role, where they were ordered. */
  team: Record<StaffRole, Account>;
  /** Creates an account under the current sign-up rule. */
  signUp(email?: string): Promise<Account>;
  /** Creates an account with a role, whatever the sign-up rule. */
  giveRole(role?: StaffRole, email?: string): Promise<Account>;
  /** Signs in with a password that the account set just now. */
  renewPassword(account: Account, email: string): Promise<void>;
  /** Says that an account created a row. */
  own(table: string, record: string, account: Account): PromiseLike<unknown>;
  /** Restores the rows of fixtures.sql. */
  restore(): Promise<void>;
}

const URL_OF_NOBODY = 'http://backend.test';
const PASSWORD = 'geheim-genug';
const fixtures = readFileSync(new URL('fixtures.sql', import.meta.url), 'utf8');

type Engine = Omit<Engines, 'url'>;

interface Started {
  readonly engine: Engine;
  /** The addresses of its accounts. */
  readonly staff: string;
  readonly outsider: string;
  readonly team: Readonly<Partial<Record<StaffRole, string>>>;
  /** How the schema was at first. */
  readonly schema: string | undefined;
  restore(): Promise<void>;
}

function callsOf({ database: owner, fetch: handle, keys }: Engine) {
  const fetchHere: typeof fetch = (input, init) => handle(new Request(input, init), { address: '127.0.0.1' });
  const connect = (key = keys.publishable) =>
    createClient(URL_OF_NOBODY, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      global: { fetch: fetchHere },
    });
  const open = async (act: 'signUp' | 'signInWithPassword', email: string): Promise<Account> => {
    const client = connect();
    const { data, error } = await client.auth[act]({ email, password: PASSWORD });
    if (error) throw error;
    if (!data.user) throw new Error(`${act} gave no user`);
    return { client, id: data.user.id };
  };
  const signUp = (email = `${randomUUID()}@example.com`) => open('signUp', email);
  return {
    connect,
    signUp,
    signIn: (email: string) => open('signInWithPassword', email),
    async giveRole(role: StaffRole = 'publisher', email?: string): Promise<Account> {
      const account = await signUp(email);
      await owner.query(
        `insert into private.staff (user_id, role) values ($1, $2) on conflict (user_id) do update set role = excluded.role`,
        [account.id, role],
      );
      return account;
    },
    async post(path: string, json: object, token: string) {
      const headers = {
        apikey: keys.publishable,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      };
      const url = `${URL_OF_NOBODY}/rest/v1/${path}`;
      const response = await fetchHere(url, { method: 'POST', headers, body: JSON.stringify(json) });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
  };
}

/** The real backend, or the engines that the environment names, with the rows of fixtures.sql only. */
async function start(hasTeam = false): Promise<Started> {
  const engine = enginesOfEnvironment() ?? (await bootTestBackend({ seed: false }));
  const { database: owner } = engine;
  const { signUp, giveRole } = callsOf(engine);
  await openSignUp(owner);
  // The first account is the operator.
  const names = { staff: 'operator@example.com', outsider: 'outsider@example.com' };
  const [staff, outsider] = [await signUp(names.staff), await signUp(names.outsider)];
  const accounts = [staff.id, outsider.id];
  await emptyTables(owner);
  await openSignUp(owner);
  await owner.query('delete from auth.users where id <> all ($1)', [accounts]);
  await owner.query('delete from private.staff where user_id <> $1', [staff.id]);
  await owner.execute(fixtures);
  const team: Partial<Record<StaffRole, string>> = {};
  for (const role of hasTeam ? staffRoles : []) {
    team[role] = `${role}@example.com`;
    accounts.push((await giveRole(role, team[role])).id);
  }
  const restore = await takeSnapshot(owner, accounts);
  return { engine, ...names, team, schema: await schemaOf(owner), restore };
}

let ofWorker: Promise<Started> | undefined;

/** Starting takes longer than most files, so that all files of a worker have one backend, until one leaves another schema. */
async function startOnce(): Promise<Started> {
  const present = await ofWorker?.catch(() => undefined);
  if (present && (await schemaOf(present.engine.database)) === present.schema) return present;
  await present?.engine.close();
  ofWorker = start();
  return ofWorker;
}

/** A backend as a test file finds it, called through its API in this process. */
async function openFor({ engine, team, restore, ...names }: Started): Promise<PolicyBackend> {
  const { database: owner, keys } = engine;
  const { connect, signIn, ...calls } = callsOf(engine);
  await owner.query('delete from storage.objects');
  await restore();
  await vacuum(owner);
  const [staff, outsider] = [await signIn(names.staff), await signIn(names.outsider)];
  const members = await Promise.all(
    Object.entries(team).map(async ([role, email]) => [role, await signIn(email)] as const),
  );
  return {
    ...calls,
    owner,
    fetch: async (request) => engine.fetch(request, { address: '127.0.0.1' }),
    keys,
    as: { visitor: connect(), outsider: outsider.client, staff: staff.client, service: connect(keys.serviceRole) },
    staff,
    outsider,
    team: Object.fromEntries(members) as Record<StaffRole, Account>,
    renewPassword: async ({ client, id }, email) => {
      await owner.query(
        'insert into private.passwords values ($1) on conflict (user_id) do update set set_at = clock_timestamp()',
        [id],
      );
      // A session proves the password that it began with.
      await client.auth.signInWithPassword({ email, password: PASSWORD });
    },
    own: (table, record, { id }) =>
      owner.query('insert into private.owners (relation, record, account) values ($1, $2, $3)', [table, record, id]),
    restore,
  };
}

/** The backend of a test file, ready before the first test; its rows are restored before each one. */
export function givenBackend({ isRestored = true, hasTeam = false } = {}): PolicyBackend {
  let opened: PolicyBackend | undefined;
  const current = () => {
    if (!opened) throw new Error('The backend starts before the first test, not while a file is read.');
    return opened;
  };
  const later = <Part extends object>(part: (backend: PolicyBackend) => Part): Part =>
    new Proxy({} as Part, { get: (_, key) => Reflect.get(part(current()), key) });
  beforeAll(async () => {
    const started = await (hasTeam ? start(hasTeam) : startOnce());
    opened = await openFor(started);
    if (hasTeam) return () => started.engine.close();
  });
  if (isRestored) beforeEach(() => current().restore());
  return {
    owner: later(({ owner }) => owner),
    as: later(({ as }) => as),
    keys: later(({ keys }) => keys),
    staff: later(({ staff }) => staff),
    outsider: later(({ outsider }) => outsider),
    team: later(({ team }) => team),
    fetch: (request) => current().fetch(request),
    post: (path, json, token) => current().post(path, json, token),
    signUp: (email) => current().signUp(email),
    giveRole: (role, email) => current().giveRole(role, email),
    renewPassword: (account, email) => current().renewPassword(account, email),
    own: (table, record, account) => current().own(table, record, account),
    restore: () => current().restore(),
  };
}

/** The same backend over HTTP. */
export async function servePolicyBackend(): Promise<PolicyBackend & { url: string; close(): Promise<void> }> {
  const backend = await openFor(await startOnce());
  const { url, close } = await listen(0, backend.fetch);
  return { ...backend, url, close };
}
