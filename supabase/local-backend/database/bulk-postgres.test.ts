import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../fixtures/postgres-server.ts';
import { connectTo } from './postgres.ts';

let server: PostgresServer;
let connected: ReturnType<typeof connectTo>;
beforeAll(async () => {
  server = await startPostgresServer();
  connected = connectTo(await server.database('bulk'));
});
afterAll(async () => {
  await connected?.close();
  await server?.stop();
});

test.each([1, 100_000, 1_000_000])('after a table that ends with a row of %d letters the session goes on', (letters) =>
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
