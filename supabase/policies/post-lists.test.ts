import { expect, test, vi } from 'vitest';
import { givenBackend, roles } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

// Each of thousands of posts is written with its search document and its entry in the audit log.
vi.setConfig({ testTimeout: 120_000 });

const { as, owner } = givenBackend();

const count = async (category_slug?: string, client = as.visitor) =>
  (await client.rpc('count_posts', { category_slug }).throwOnError()).data;

async function newest(skip: number, take: number, category_slug?: string, client = as.visitor) {
  const asked = client.rpc('newest_posts', { skip, take, category_slug }).select('slug');
  const { data } = await asked.throwOnError();
  return (data as { slug: string }[]).map(({ slug }) => slug);
}

/** The list as a scan of all posts, without counts. */
async function expected(category = 'true'): Promise<string[]> {
  const rows = await owner.query<{ slug: string }>(
    `select slug from posts where published_at <= now() and ${category} order by published_at desc, id`,
  );
  return rows.map(({ slug }) => slug);
}

const IN_PRAXIS = `category_id = '${ids.category}'`;

/** Posts over two years, many with the same time, in two categories and in none. */
const POSTS = `
  insert into categories (id, name, slug) values ('c0000000-0000-4000-8000-000000000009', 'Andere', 'andere');
  insert into posts (title, slug, content, category_id, published_at)
  select 'Titel', 'p-' || n, 'Text',
    (array['${ids.category}', 'c0000000-0000-4000-8000-000000000009', null]::uuid[])[n % 3 + 1],
    now() - interval '1 day' - (n / 40) * interval '20 days'
  from generate_series(1, 1200) n`;

test.each(roles)('counts and pages show a %s public posts only, staff too', async (role) => {
  const client = as[role];
  expect([await count(undefined, client), await count('praxis', client)]).toEqual([1, 1]);
  expect(await newest(0, 10, undefined, client)).toEqual(['veroeffentlicht']);
  expect(await newest(1, 10, undefined, client)).toEqual([]);
});

test('counts and pages are empty for an unknown category and for one without posts', async () => {
  await owner.execute(`insert into categories (name, slug) values ('Leer', 'leer')`);
  for (const slug of ['gibt-es-nicht', 'leer', ''])
    expect([await count(slug), await newest(0, 10, slug), await newest(3, 10, slug)]).toEqual([0, [], []]);
});

test('counts and pages equal a scan of all posts, at every offset and after every change', async () => {
  await owner.execute(POSTS);
  for (const [slug, category] of [
    [undefined, 'true'],
    ['praxis', IN_PRAXIS],
  ] as const) {
    const all = await expected(category);
    expect(await count(slug)).toBe(all.length);
    for (const skip of [0, 1, 39, 40, 41, 300, all.length - 2, all.length - 1, all.length, 100_000])
      expect(await newest(skip, 7, slug), `${slug} from ${skip}`).toEqual(all.slice(skip, skip + 7));
  }
  // A negative offset is 0, a negative limit none, and 1000 are the most.
  expect(await newest(-5, 2)).toEqual((await expected()).slice(0, 2));
  expect([await newest(0, -1), (await newest(0, 5000)).length]).toEqual([[], 1000]);
  for (const change of [
    `update posts set published_at = null where slug in ('p-5', 'p-500')`,
    `update posts set published_at = now() + interval '1 hour' where slug = 'p-90'`,
    `update posts set published_at = '2001-01-01' where slug in ('p-8', 'entwurf')`,
    `update posts set category_id = null where slug like 'p-1%'`,
    `update posts set category_id = '${ids.category}' where category_id is null`,
    `update posts set title = 'Anders' where slug like 'p-3%'`,
    `update posts set published_at = 'infinity' where slug = 'p-33'`,
    `update posts set published_at = '-infinity' where slug = 'p-34'`,
    `delete from posts where slug like 'p-2%'`,
  ]) {
    await owner.execute(change);
    const [all, some] = [await expected(), await expected(IN_PRAXIS)];
    expect([await count(), await count('praxis')], change).toEqual([all.length, some.length]);
    for (const skip of [1, all.length - 3]) expect(await newest(skip, 5), change).toEqual(all.slice(skip, skip + 5));
  }
  for (const slug of 'abcdefghij')
    await as.staff
      .from('posts')
      .insert({ title: 'Neu', slug, content: 'T', published_at: '2020-01-01' })
      .throwOnError();
  const counts = await owner.query<{ rows: number }>(
    'select count(*)::int as rows from private.post_counts group by month, category_id',
  );
  expect(counts.length).toBeGreaterThan(1);
  expect(
    counts.filter(({ rows }) => rows > 1),
    'one row for each month and category',
  ).toEqual([]);
  await owner.execute('truncate posts cascade');
  expect([await count(), await newest(0, 5)]).toEqual([0, []]);
});

test('counts and pages include a scheduled post once its time has come, without a write', async () => {
  const asked = 'select count_posts() as all, array(select slug from newest_posts(0, 5)) as slugs';
  await owner.transaction(async (early) => {
    // now() is constant in a transaction: for this one the post is not yet public.
    await early.query(`update posts set published_at = now() + interval '50 ms' where id = $1`, [ids.scheduledPost]);
    expect(await early.query(asked)).toEqual([{ all: 1, slugs: ['veroeffentlicht'] }]);
  });
  await vi.waitFor(async () => expect(await count()).toBe(2), { timeout: 20_000 });
  expect([await count('praxis'), await newest(0, 5)]).toEqual([2, ['geplant', 'veroeffentlicht']]);
});
