import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, projectMigrations } from '../local-backend/database/migrate.ts';
import { openPostgres } from '../local-backend/database/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';

let database: TestDatabase;
let opened: Awaited<ReturnType<typeof openPostgres>>;

beforeAll(async () => {
  database = await createTestDatabase('system');
  opened = await openPostgres(database.url);
});
afterAll(async () => {
  await opened?.close();
  await database?.drop();
});

const WITHOUT_THE_RULE = '20261211999999';

test('records of before are found by their former words until batches have made them anew, and nothing waits for these', async () => {
  const { execute, query } = opened.database;
  const found = async (word: string) => {
    const hits = await query<{ title: string }>('select title from public.search($1) order by title', [word]);
    return hits.map(({ title }) => title);
  };
  const batch = async (most: number) => (await query('select private.index_batch($1) as made', [most]))[0]?.made;
  await migrate(opened.database, projectMigrations, WITHOUT_THE_RULE);
  await execute(`
    insert into public.posts (title, slug, content, published_at)
    select 'Beitrag ' || n, 'beitrag-' || n, 'Sauerteig und „Lössquark“.', now() - n * interval '1 day' from generate_series(1, 3) n;
    insert into public.pages (title, slug, content, published_at) values ('Seite', 'seite', '„Lössquark“.', now());
  `);
  await migrate(opened.database, projectMigrations);
  const posts = ['Beitrag 1', 'Beitrag 2', 'Beitrag 3'];
  expect(await found('Sauerteig')).toEqual(posts);
  expect(await found('Seite')).toEqual([]);

  await execute("update public.posts set published_at = null where slug = 'beitrag-2'");
  expect(await found('Sauerteig')).toEqual(['Beitrag 1', 'Beitrag 3']);
  await execute("update public.posts set published_at = now() - interval '2 days' where slug = 'beitrag-2'");

  expect(await batch(1)).toBe(1);
  expect(await found('Sauerteig')).toEqual(posts);

  await execute("delete from public.posts where slug = 'beitrag-3'");
  while ((await batch(2)) !== 0);
  expect(await found('Sauerteig')).toEqual(['Beitrag 1', 'Beitrag 2']);
  expect(await found('Lössquark')).toEqual(['Beitrag 1', 'Beitrag 2', 'Seite']);
});

const PATIENCE_MS = 120_000;

test(
  'a text of a million characters is saved and found by its first words',
  async () => {
    const { query } = opened.database;
    const words = Array.from({ length: 90_000 }, (_, number) => `w${number.toString(36)}ort`).join(' ');
    for (const text of [words, 'ä'.repeat(1_000_000), 'Wort '.repeat(200_000)]) {
      await query("update public.posts set content = $1 where slug = 'beitrag-1'", [`Anfangswort ${text}`]);
      expect(await query("select slug from public.search('Anfangswort')")).toEqual([{ slug: 'beitrag-1' }]);
    }
  },
  PATIENCE_MS,
);
