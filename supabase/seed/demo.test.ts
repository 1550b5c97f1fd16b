import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Backend, type BootOptions, bootBackend } from '../local-backend/boot.ts';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';

let database: TestDatabase;
let running: Backend | undefined;

beforeEach(async () => {
  database = await createTestDatabase('system');
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await database.drop();
});

/** Boots on this test's own database, which outlives the backend; resolves with the notices that the start logs. */
async function boot(seed: BootOptions['seed']): Promise<readonly string[]> {
  await running?.close();
  running = undefined;
  const notices: string[] = [];
  running = await bootBackend({
    databaseUrl: database.url,
    seed,
    log: (event, { message } = {}) => void (event === 'notice' && notices.push(String(message))),
  });
  return notices;
}

const CLOSED = "update private.settings set sign_up = 'closed'";
const INVITED = "update private.settings set sign_up = 'invited'";
const OWN_PASSWORD =
  "update auth.users set encrypted_password = extensions.crypt('ein eigenes', extensions.gen_salt('bf', 4))";

type Step = 'content' | 'demo' | false | { readonly sql: string };

test.each<[what: string, steps: Step[], posts: boolean, accounts: number, signUp: string, ...said: string[]]>([
  ['a database of an operator gets content, no account, and sign-up by invitation', ['content'], true, 0, 'invited'],
  ['the demo alone has the account with the published password, and an open sign-up', ['demo'], true, 1, 'open'],
  ['a database stays empty with SEED=none', [false, false], false, 0, 'invited'],
  [
    'a database that began with SEED=none keeps what it has, and says so',
    [false, 'demo'],
    false,
    0,
    'invited',
    'began with SEED=none and keeps what it has',
  ],
  [
    'content is kept by a start with SEED=none, which says so',
    ['content', false],
    true,
    0,
    'invited',
    'began with the demo’s content and keeps it',
  ],
  ['a closed sign-up stays closed', ['content', { sql: CLOSED }, 'content'], true, 0, 'closed'],
  ['the demo stays open', ['demo', 'demo'], true, 1, 'open'],
  ['a sign-up by invitation of the demo is not opened', ['demo', { sql: INVITED }, 'demo'], true, 1, 'invited'],
  [
    'a demo whose database was moved to a server is no demo any more, and says so',
    ['demo', 'content'],
    true,
    0,
    'invited',
    'the account with the published password is deleted',
  ],
  [
    'a demo whose database was moved to a server loses its account with SEED=none, too',
    ['demo', false],
    true,
    0,
    'invited',
    'began with the demo’s content and keeps it',
    'the account with the published password is deleted',
  ],
  ['the demo’s account stays if its password was changed', ['demo', { sql: OWN_PASSWORD }, 'content'], true, 1, 'open'],
])('%s', async (_what, steps, posts, accounts, signUp, ...said) => {
  let notices: readonly string[] = [];
  for (const step of steps)
    if (typeof step === 'object') await running?.database.execute(step.sql);
    else notices = await boot(step);
  const state = await running?.database.query(`
    select (select count(*) > 20 from public.posts) as posts,
      exists (select from public.workflows) as workflows,
      (select count(*)::int from auth.users) as accounts, sign_up from private.settings`);
  expect(state).toEqual([{ posts, workflows: posts, accounts, sign_up: signUp }]);
  expect(notices).toEqual(said.map((words) => expect.stringContaining(words)));
});
