import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from './database/postgres.ts';
import { createTestDatabase, type TestDatabase } from './fixtures/test-database.ts';
import type { LogFields } from './log.ts';
import { finishIndexing } from './schedules.ts';

let server: TestDatabase;
let opened: Awaited<ReturnType<typeof openPostgres>>;

beforeAll(async () => {
  server = await createTestDatabase('migrated');
  opened = await openPostgres(server.url);
});
afterAll(async () => {
  await opened?.close();
  await server?.drop();
});

/** Two pages wait for their words. */
beforeEach(() =>
  opened.database.execute(`
    delete from public.pages;
    insert into public.pages (title, slug, content, published_at)
      select 'Seite', 'seite-' || n, 'Sauerteig.', now() from generate_series(1, 2) n;
    with waiting as (delete from private.search_index where kind = 'page' returning kind, id)
    insert into private.search_documents (kind, id, words) select kind, id, ''::tsvector from waiting`),
);

type Query = typeof opened.database.query;

function start(query: Query, againMs = 60_000) {
  const logged: [event: string, fields: LogFields | undefined][] = [];
  finishIndexing({ query }, (event, fields) => logged.push([event, fields]), { nextMs: 1, retryMs: 1, againMs });
  return logged;
}

const ALL = ['notice', { message: 'words of the search were made anew: 2 records' }];
const PATIENCE = { timeout: 20_000 };

test('records that another batch holds are made anew once it has ended without them', async () => {
  const other = await openPostgres(server.url);
  let tries = 0;
  const logged = await other.database.transaction(async ({ query }) => {
    await query('select from private.search_documents for update');
    const logged = start((...asked) => {
      tries += 1;
      return opened.database.query(...asked);
    });
    await expect.poll(() => tries, PATIENCE).toBeGreaterThan(4);
    expect(logged).toEqual([]);
    return logged;
  });
  await other.close();
  await expect.poll(() => logged, PATIENCE).toEqual([ALL]);
});

test('a batch that fails is tried again', async () => {
  let failures = 0;
  const logged = start((...asked) => {
    failures += 1;
    return failures > 1 ? opened.database.query(...asked) : Promise.reject(new Error('gone'));
  });
  await expect.poll(() => logged[1], PATIENCE).toEqual(ALL);
  expect(logged[0]).toMatchObject(['schedule_failed', { job: 'index_batch' }]);
});

// Last, since it goes on.
test('a record that failed is made anew later, without a restart', async () => {
  const logged = start(opened.database.query, 1);
  await expect.poll(() => logged, PATIENCE).toEqual([ALL]);
  await opened.database.execute(`
    with failed as (delete from private.search_index where kind = 'page' returning kind, id)
    insert into private.search_documents (kind, id, words, failed_at)
      select kind, id, ''::tsvector, now() - interval '2 days' from failed`);
  await expect.poll(() => logged, PATIENCE).toEqual([ALL, ALL]);
});
