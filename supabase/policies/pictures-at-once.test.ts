import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../local-backend/fixtures/test-database.ts';

const SHELLS = 8;
const PICTURES = 40;

let database: TestDatabase;
let sql: Sql;
let shell: string;

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  sql = database.connect(SHELLS + 2);
  shell = (await sql`select create_deploy_token(shipping.operator_token(), 'shell', null, null, null) as token`)[0]
    ?.token;
});
afterAll(() => database.drop());

const address = (index: number) => `https://bilder.example/${String(index).padStart(2, '0')}.png`;
const content = (indexes: readonly number[]) => indexes.map((index) => `![Bild](${address(index)})`).join('\n');
const all = Array.from({ length: PICTURES }, (_, index) => index);

test('Concurrent saves that name the same pictures in other orders all succeed', async () => {
  const save = (slug: string, indexes: readonly number[]) => sql`
    insert into public.posts (title, slug, content, author) values ('Bild', ${slug}, ${content(indexes)}, 'Redaktion')`;
  await Promise.all(Array.from({ length: SHELLS }, (_, n) => save(`bild-${n}`, n % 2 ? all : all.toReversed())));
  expect(await sql`select from private.picture_names`).toHaveLength(PICTURES * SHELLS);
});

test('Concurrent shells get each address once', async () => {
  const claimed = await Promise.all(
    Array.from(
      { length: SHELLS * 2 },
      async () => (await sql`select claim_pictures(${shell}, 4, false) as found`)[0]?.found,
    ),
  );
  const addresses = claimed.flat().map((one) => one.address);
  expect(addresses).toHaveLength(new Set(addresses).size);
  const rest = (
    await Promise.all(all.map(async () => (await sql`select claim_pictures(${shell}, 4, false) as found`)[0]?.found))
  ).flat();
  expect([...addresses, ...rest.map((one) => one.address)].sort()).toEqual(all.map(address));
});

test('An address that a row names anew while its copy is deleted is fetched anew', async () => {
  await sql`delete from public.posts`;
  await sql`update private.picture_names set ended_at = now() - interval '31 days'`;
  await sql.begin(async (transaction) => {
    await transaction`
      insert into public.posts (title, slug, content, author) values ('Bild', 'neu', ${content([0])}, 'Redaktion')`;
    await sql`select claim_pictures(${shell}, 4, true)`;
    expect(await sql`select from private.picture_copies`).toEqual([]);
  });
  const [{ found } = { found: [] }] = await sql`select claim_pictures(${shell}, 4, false) as found`;
  expect(found).toMatchObject([{ address: address(0), attempt: 1 }]);
});

test('A claim waits for no save, and a save for no claim', async () => {
  await sql`update public.posts set content = ${content([1])}`;
  await sql.begin(async (saving) => {
    await saving`update public.posts set content = ${content([2])}`;
    await sql.begin(async (claiming) => {
      await claiming`select claim_pictures(${shell}, 4, false)`;
      await saving`update public.posts set content = ${content([3])}`;
    });
  });
  const [{ found } = { found: [] }] = await sql`select claim_pictures(${shell}, 4, false) as found`;
  expect(found).toMatchObject([{ address: address(3) }]);
});
