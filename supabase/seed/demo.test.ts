import { expect, onTestFinished, test, vi } from 'vitest';
import { type Backend, type BootOptions, bootBackend } from '../local-backend/boot.ts';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';

// Each sequence makes a database by all migrations, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

let running: Backend | undefined;

/** Boots on a database that outlives the backend; resolves with the notices that the start logs. */
async function boot({ url }: TestDatabase, seed: BootOptions['seed']): Promise<readonly string[]> {
  await running?.close();
  running = undefined;
  const notices: string[] = [];
  running = await bootBackend({
    databaseUrl: url,
    seed,
    log: (event, { message } = {}) => void (event === 'notice' && notices.push(String(message))),
  });
  return notices;
}

const OWN_PASSWORD = `
  update private.settings set sign_up = 'open';
  update auth.users set encrypted_password = extensions.crypt('ein eigenes', extensions.gen_salt('bf', 4))`;
const CONTENT_STAYS = 'began with the demo’s content and keeps it';
const DEMO_ENDED = 'the account with the published password is deleted';

type Start = [seed: BootOptions['seed'], posts: boolean, accounts: number, signUp: string, ...said: string[]];

/** Starts with what the database has then, and SQL between them. */
test.each<[what: string, ...steps: (Start | string)[]]>([
  [
    'a database of an operator gets content, no account, and sign-up by invitation, until that is changed',
    ['content', true, 0, 'invited'],
    "update private.settings set sign_up = 'closed'",
    ['content', true, 0, 'closed'],
    [false, true, 0, 'closed', CONTENT_STAYS],
  ],
  [
    'a database that began with SEED=none stays empty, and says so where a seed is wanted',
    [false, false, 0, 'invited'],
    [false, false, 0, 'invited'],
    ['demo', false, 0, 'invited', 'began with SEED=none and keeps what it has'],
  ],
  [
    'the demo alone has the account with the published password and an open sign-up, until these are changed',
    ['demo', true, 1, 'open'],
    ['demo', true, 1, 'open'],
    "update private.settings set sign_up = 'invited'",
    ['demo', true, 1, 'invited'],
    OWN_PASSWORD,
    ['content', true, 1, 'open'],
  ],
  [
    'a demo whose database was moved to a server is no demo any more, and says so',
    ['demo', true, 1, 'open'],
    ['content', true, 0, 'invited', DEMO_ENDED],
  ],
  [
    'a demo whose database was moved to a server loses its account with SEED=none, too',
    ['demo', true, 1, 'open'],
    [false, true, 0, 'invited', CONTENT_STAYS, DEMO_ENDED],
  ],
])('%s', async (_what, ...steps) => {
  const database = await createTestDatabase('system');
  onTestFinished(async () => {
    await running?.close();
    running = undefined;
    await database.drop();
  });
  for (const step of steps) {
    if (typeof step === 'string') {
      await running?.database.execute(step);
      continue;
    }
    const [seed, posts, accounts, signUp, ...said] = step;
    const notices = await boot(database, seed);
    const state = await running?.database.query(`
      select (select count(*) > 20 from public.posts) as posts,
        exists (select from public.workflows) as workflows,
        (select count(*)::int from auth.users) as accounts, sign_up from private.settings`);
    expect(state).toEqual([{ posts, workflows: posts, accounts, sign_up: signUp }]);
    expect(notices).toEqual(said.map((words) => expect.stringContaining(words)));
  }
});
