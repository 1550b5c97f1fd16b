import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  sql = database.connect(12);
  await sql`insert into categories (name, slug) select 'K ' || n, 'k-' || n from generate_series(1, 3) n`;
});
afterAll(() => database.drop());

const insert = (session: Sql | TransactionSql, slug: string, category: number) =>
  session`insert into posts (title, slug, content, published_at, category_id)
    select 'Titel', ${slug}, 'Text', '2020-02-02', id from categories where slug = ${`k-${category}`}`;

const counts = async () => {
  const rows = await sql`select slug, count_posts(slug)::int as kept,
    (select count(*)::int from posts p where p.category_id = c.id) as counted from categories c order by slug`;
  return { kept: rows.map(({ kept }) => kept), counted: rows.map(({ counted }) => counted) };
};

test('Concurrent writes of posts in the same category do not wait for each other', async () => {
  const first = await sql.reserve();
  await first`begin`;
  await insert(first, 'first', 1);
  await insert(sql, 'second', 1);
  await sql`update posts set category_id = null where slug = 'second'`;
  await first`commit`;
  first.release();
  expect(await counts()).toMatchObject({ kept: [1, 0, 0] });
});

test('Counts are correct after concurrent writes, some of them rolled back', async () => {
  const write = async (name: string, turn: number) => {
    const wrote = sql.begin(async (transaction) => {
      const order = [1, 2, 3].map((place) => ((place + turn) % 3) + 1);
      for (const category of turn % 2 ? order : order.reverse()) {
        await insert(transaction, `${name}-${category}`, category);
      }
      await transaction`delete from posts where slug = ${`${name}-2`}`;
      if (turn % 4 === 0) throw new Error('in vain');
    });
    if (turn % 4 === 0) await expect(wrote).rejects.toThrow('in vain');
    else await wrote;
  };
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let turn = 0; turn < 20; turn += 1) await write(`w${writer}-${turn}`, writer + turn);
  });
  await Promise.all(writers);
  const { kept, counted } = await counts();
  expect(kept).toEqual(counted);
  expect(counted).toEqual([151, 0, 150]);
});
