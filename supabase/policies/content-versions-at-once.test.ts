import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';
import { somebodyWaits } from './somebody-waits.ts';

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  sql = database.connect(10);
});
afterAll(() => database.drop());

const versions = async (session: Pick<Sql, 'unsafe'> = sql): Promise<Record<string, string>> =>
  (await session.unsafe('select content_versions() as versions'))[0]?.versions;

/** One statement for each cache tag, which locks no row that another transaction needs. */
const writes = (name: string) => [
  `insert into categories (name, slug) values ('${name}', '${name}')`,
  `insert into posts (title, slug, content, published_at) values ('${name}', '${name}', 'Text', now())`,
  `insert into ads (title, subtitle, description, cta_url, is_active) values ('${name}', 'S', 'D', '/', true)`,
  `insert into workshops (title) values ('${name}')`,
  `insert into courses (title, slug, is_published) values ('${name}', '${name}', true)`,
  `insert into matrix_levels (code, name, sort_order) values ('${name}', '${name}', 1)`,
];

test('Transactions that change several cache tags in different orders do not deadlock', async () => {
  const write = (name: string, turn: number) =>
    sql.begin(async (transaction) => {
      const statements = writes(name);
      // Each transaction begins with another tag, and half of them have the reverse order.
      const turned = [...statements.slice(turn % 6), ...statements.slice(0, turn % 6)];
      for (const statement of turn % 2 ? turned : turned.reverse()) await transaction.unsafe(statement);
    });
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let turn = 0; turn < 30; turn += 1) await write(`w${writer}-${turn}`, writer + turn);
  });
  const before = await versions();
  await Promise.all(writers);
  const after = await versions();
  // These have a version, too, and none of the writes changes them.
  const unchanged = Object.keys(after).filter((topic) => after[topic] === before[topic]);
  expect(unchanged.sort()).toEqual(['pages', 'pictures', 'registry', 'site']);
  expect(await sql`select count(*)::int as number from posts`).toEqual([{ number: 300 }]);
  expect(await sql`select from private.changed_topics`).toHaveLength(0);
});

test('After a write among many concurrent ones, its cache tag has another version', async () => {
  const change = async (writer: number) => {
    const name = `change-${writer}`;
    for (let turn = 0; turn < 20; turn += 1) {
      const before = await versions();
      await sql`insert into workshops (title) values (${`${name}-${turn}`})`;
      expect((await versions()).workshops).not.toBe(before.workshops);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, writer) => change(writer)));
});

test('A lesson that was written during the publication of its course changes the version', async () => {
  const [course] = await sql`insert into courses (title, slug) values ('K', 'k') returning id`;
  const [module] = await sql`insert into modules (course_id, title) values (${course?.id}, 'M') returning id`;
  await sql`insert into lessons (module_id, title) values (${module?.id}, 'L')`;
  const writing = await sql.reserve();
  await writing`begin`;
  const { written } = await sql.begin(async (publishing) => {
    await publishing`update courses set is_published = true where id = ${course?.id}`;
    const written = writing`update lessons set content = 'Neu' where module_id = ${module?.id}`.execute();
    await somebodyWaits({ query: (question) => sql.unsafe(question) });
    return { written };
  });
  await written;
  const before = await versions();
  await writing`commit`;
  writing.release();
  expect((await versions()).courses).not.toBe(before.courses);
});
