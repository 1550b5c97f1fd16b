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

const BEFORE = '20261207999999';
const PUBLISHER = '10000000-0000-4000-8000-000000000001';

test('a time of publication of before is its last writer’s by the audit log, and waits where this names nobody', async () => {
  const { execute, query } = opened.database;
  await migrate(opened.database, projectMigrations, BEFORE);
  await execute(`
    insert into auth.users (id, email) values ('${PUBLISHER}', 'publisher@example.com');
    insert into private.staff (user_id) values ('${PUBLISHER}') on conflict do nothing;
    begin;
    select set_config('request.jwt.claim.sub', '${PUBLISHER}', true);
    insert into public.posts (title, slug, content) select slug, slug, 'Text' from unnest(array['known', 'unknown']) slug;
    select private.save_draft('posts', p.id, '{"title": "Entwurf"}', null, null, now() + interval '1 hour') from public.posts p;
    commit;
    delete from public.trail t using public.drafts d join public.posts p on p.id = d.record_id
    where p.slug = 'unknown' and t.row_id = d.id;`);
  await migrate(opened.database, projectMigrations);
  expect(await query('select distinct relation from private.owners')).toEqual([{ relation: 'posts' }]);
  await execute("update public.drafts set publish_at = now() - interval '1 second'");
  expect(await query('select private.publish_due_drafts() as published')).toEqual([{ published: 1 }]);
  const left =
    'select p.slug, p.title, d.publish_at, d.failure from public.posts p left join public.drafts d on d.record_id = p.id order by 1';
  expect(await query(left)).toEqual([
    { slug: 'known', title: 'Entwurf', publish_at: null, failure: null },
    { slug: 'unknown', title: 'unknown', publish_at: null, failure: expect.stringContaining('set it again') },
  ]);
});
