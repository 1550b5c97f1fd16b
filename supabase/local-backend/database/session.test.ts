import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { connectTo } from './postgres.ts';

let database: TestDatabase;
let connected: ReturnType<typeof connectTo>;
beforeAll(async () => {
  database = await createTestDatabase('bare');
  connected = connectTo(database.url);
});
afterAll(async () => {
  await connected?.close();
  await database?.drop();
});

test.each([1, 100_000, 1_000_000])('a session is usable after a copy that ends with a row of %d letters', (letters) =>
  connected.inBulk(async ({ execute, query, copyOut }) => {
    await execute(`create temporary table long as select repeat('x', ${letters}) as text`);
    for (let round = 0; round < 5; round += 1) {
      let size = 0;
      for await (const row of copyOut('long (text)')) size += row.length;
      expect(size).toBe(letters + '\n'.length);
      expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    }
    await execute('drop table long');
  }),
);
