import { existsSync, readdirSync } from 'node:fs';
import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inAnHour, signedToken } from '../local-backend/fixtures/signed-token.ts';
import { servePolicyBackend } from './testing/backend.ts';
import { calls } from './testing/calls.ts';
import { databaseState } from './testing/database-state.ts';
import { forgedTokens } from './testing/forged-tokens.ts';
import { rules, type TableRules } from './testing/rules.ts';

let backend: Awaited<ReturnType<typeof servePolicyBackend>>;

beforeAll(async () => {
  backend = await servePolicyBackend();
});
afterAll(() => backend.close());

interface Ask {
  readonly path: string;
  readonly method: string;
  readonly body?: unknown;
}

const NO_ROW = '?id=eq.00000000-0000-4000-8000-000000000000';

function asksOfTable([table, { row, change }]: [string, TableRules]): Ask[] {
  const path = `/rest/v1/${table}`;
  return [
    { path, method: 'GET' },
    { path, method: 'HEAD' },
    { path, method: 'POST', body: row },
    { path: `${path}?id=not.is.null`, method: 'PATCH', body: change },
    { path: `${path}?id=not.is.null`, method: 'DELETE' },
    { path: `${path}${NO_ROW}`, method: 'PUT', body: row },
  ];
}

const functionsFolder = new URL('../functions/', import.meta.url);
const edgeFunctions = readdirSync(functionsFolder).filter((name) =>
  existsSync(new URL(`${name}/index.ts`, functionsFolder)),
);

/** Every request of the API: each table by each method, each function of the database and each edge function. */
const asks: readonly Ask[] = [
  ...Object.entries<TableRules>(rules).flatMap(asksOfTable),
  ...Object.entries(calls).map(([name, { args }]) => ({ path: `/rest/v1/rpc/${name}`, method: 'POST', body: args })),
  ...edgeFunctions.map((name) => ({ path: `/functions/v1/${name}`, method: 'POST', body: {} })),
  { path: '/auth/v1/user', method: 'GET' },
  { path: '/auth/v1/user', method: 'PUT', body: { password: 'uebernommen' } },
  { path: '/auth/v1/logout', method: 'POST' },
];

const send = ({ path, method, body }: Ask, headers: Record<string, string>) =>
  fetch(`${backend.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** The requests that were not refused. */
async function admitted(headers: Record<string, string>, tried = asks): Promise<string[]> {
  const answers = await Promise.all(tried.map(async (ask) => ({ ...ask, status: (await send(ask, headers)).status })));
  return answers
    .filter(({ status }) => status !== 401 && status !== 403)
    .map(({ method, path, status }) => `${method} ${path}: ${status}`);
}

/** In short runs a forged token makes every fifth request and a valid one every second, each token others. */
const share = (index: number, short: number) =>
  asks.filter((_, place) => (place + index) % rounds({ short, long: 1 }) === 0);
const tokenNames = Object.keys(forgedTokens({ jwtSecret: 'a', publishable: 'b', serviceRole: 'c' }, 'somebody'));

test.each(tokenNames.map((name, index) => [name, index] as const))(
  'requests with a token %s are refused, and nothing changes',
  async (name, index) => {
    const { keys, staff, owner } = backend;
    const headers = { apikey: keys.publishable, authorization: `Bearer ${forgedTokens(keys, staff.id)[name]}` };
    const before = await databaseState(owner);
    expect(await admitted(headers, share(index, 5))).toEqual([]);
    expect(await databaseState(owner)).toEqual(before);
  },
);

test.each<[string, Record<string, string>]>([
  ['missing', {}],
  ['guessed', { apikey: 'sb_secret_guess' }],
  ['forged', { apikey: signedToken('another secret', { role: 'service_role', exp: inAnHour() }) }],
])('requests with an API key that is %s are refused, and nothing changes', async (_, headers) => {
  const { keys, owner } = backend;
  const before = await databaseState(owner);
  expect(await admitted(headers)).toEqual([]);
  expect(await admitted({ ...headers, authorization: `Bearer ${keys.publishable}` })).toEqual([]);
  expect(await databaseState(owner)).toEqual(before);
});

/** The headers of a valid token. */
function headersOf(sub: string): Record<string, string> {
  const { jwtSecret, publishable } = backend.keys;
  const token = signedToken(jwtSecret, { role: 'authenticated', sub, exp: inAnHour() });
  return { apikey: publishable, authorization: `Bearer ${token}` };
}

test('the requests that are refused to forged tokens succeed for staff', async () => {
  onTestFinished(() => backend.restore());
  const headers = headersOf(backend.staff.id);
  for (const ask of asks.filter(({ path, method }) => path.startsWith('/rest/') && method === 'GET')) {
    expect((await send(ask, headers)).status, ask.path).toBe(200);
  }
  const added = await send({ path: '/rest/v1/posts', method: 'POST', body: rules.posts.row }, headers);
  expect(added.status).toBe(201);
});

test.each<[string, number, () => Promise<string> | string]>([
  ['an account that is gone', 0, () => crypto.randomUUID()],
  [
    'staff of the past',
    1,
    async () => {
      const { id } = await backend.signUp();
      await backend.owner.query('delete from private.staff where user_id = $1', [id]);
      return id;
    },
  ],
])('a valid token of %s reads what a visitor reads, and changes nothing', async (_, index, whose) => {
  const { owner } = backend;
  const headers = headersOf(await whose());
  const before = await databaseState(owner);
  for (const [table, { sees }] of Object.entries<TableRules>(rules)) {
    const answer = await send({ path: `/rest/v1/${table}?select=id&order=id`, method: 'GET' }, headers);
    const visible = `select id from public.${table} where ${sees.outsider} order by id`;
    expect(await answer.json(), table).toEqual(await owner.query(visible));
  }
  const tried = share(index, 2).filter(({ path }) => path.startsWith('/rest/'));
  await Promise.all(tried.map((ask) => send(ask, headers)));
  expect(await databaseState(owner)).toEqual(before);
});

test.each(['private', 'shipping', 'auth', 'extensions', 'supabase_migrations', 'pg_catalog', 'information_schema'])(
  'the schema %s is not exposed, for staff neither',
  async (schema) => {
    const headers = headersOf(backend.staff.id);
    for (const path of ['/rest/v1/staff', '/rest/v1/users', '/rest/v1/settings', '/rest/v1/pg_class']) {
      const read = await send({ path, method: 'GET' }, { ...headers, 'accept-profile': schema });
      const written = await send({ path, method: 'POST', body: {} }, { ...headers, 'content-profile': schema });
      expect([read.status, written.status], path).toEqual([406, 406]);
    }
  },
);
