import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backend } from '../local-backend/boot.ts';
import { bootTestBackend } from '../local-backend/fixtures/test-backend.ts';
import { resetToSeed } from './testing/reset-to-seed.ts';

let backend: Backend;

beforeAll(async () => {
  backend = await bootTestBackend({ seed: 'demo' });
});
afterAll(() => backend.close());

const queried = async <Row>(sql: string) => backend.database.query<Row>(sql);

test('a reset restores the seeded rows with the same ids', async () => {
  const posts = () => queried('select id, slug, title from posts order by id');
  const before = await posts();
  await queried("delete from posts where category_id = (select id from categories where slug = 'grundlagen')");
  await queried("update private.settings set sign_up = 'closed'");
  await resetToSeed(backend.database);
  expect(await posts()).toEqual(before);
  expect(await queried('select sign_up from private.settings')).toEqual([{ sign_up: 'open' }]);
});

test('one post is scheduled, one is a draft, and all others are public', async () => {
  const [counts] = await queried(
    `select count(*) filter (where published_at > now())::int as scheduled,
       count(*) filter (where published_at is null)::int as drafts,
       count(*) filter (where published_at <= now()) >= 24 as enough
     from posts`,
  );
  expect(counts).toEqual({ scheduled: 1, drafts: 1, enough: true });
});

test('courses know the sum of their lessons and no record is newer than its seed', async () => {
  const [course] = await queried(
    `select count(*) filter (where total_duration = '00:00:00' or lesson_count = 0)::int as empty,
       count(*) filter (where updated_at <> created_at)::int as touched
     from courses`,
  );
  expect(course).toEqual({ empty: 0, touched: 0 });
});

test('the pending workflow stays pending, however long the platform runs', async () => {
  await queried("update workflows set created_at = now() - interval '1 year'");
  await queried('select fail_stale_workflows()');
  expect(await queried("select count(*)::int as pending from workflows where status = 'pending'")).toEqual([
    { pending: 1 },
  ]);
});
