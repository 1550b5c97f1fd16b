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

const BEFORE = '20261211020999';
const PUBLISHER = '10000000-0000-4000-8000-000000000001';
const ADDRESS = 'größe';

test('rows of before are composed: one whose address is taken gets a number, and none makes it fail', async () => {
  const { execute, query } = opened.database;
  await migrate(opened.database, projectMigrations, BEFORE);
  const apart = ADDRESS.normalize('NFD');
  await execute(`
    insert into auth.users (id, email) values ('${PUBLISHER}', 'publisher@example.com');
    insert into private.staff (user_id) values ('${PUBLISHER}') on conflict do nothing;
    begin;
    select set_config('request.jwt.claim.sub', '${PUBLISHER}', true);
    insert into public.posts (title, slug, content) values ('Eins', '${ADDRESS}', 'Text'), ('${apart}', '${apart}', 'Text');
    insert into public.courses (title, slug) values ('Drei', '${apart}');
    select private.save_draft('posts', p.id, '{"content": "Neu"}', null, null, null) from public.posts p where p.slug = '${apart}';
    commit`);
  await migrate(opened.database, projectMigrations);
  expect(await query('select title, slug from public.posts order by title')).toEqual([
    { title: 'Eins', slug: ADDRESS },
    { title: ADDRESS, slug: `${ADDRESS}-2` },
  ]);
  expect(await query('select slug from public.courses')).toEqual([{ slug: ADDRESS }]);
  expect(await query('select private.last_entry(record_id) > entry as is_stale from public.drafts')).toEqual([
    { is_stale: false },
  ]);
});
