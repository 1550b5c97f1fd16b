import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PostgresServer, startPostgresServer } from '../local-backend/fixtures/postgres-server.ts';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';
import { somebodyWaits } from './somebody-waits.ts';

/** On a server that lets two write at once: the embedded database has one session. */
let server: PostgresServer;
let backend: PolicyBackend;

beforeAll(async () => {
  server = await startPostgresServer();
  backend = await startPolicyBackend(await server.database('restore'));
});
beforeEach(() => backend.restore());
afterAll(async () => {
  await backend.close();
  await server.stop();
});

test('a course goes back while somebody adds a lesson to a module that goes with it', async () => {
  const { staff } = backend.as;
  const lastEntry = async () => (await staff.rpc('history', { record: ids.course })).data[0].last_entry;
  const entry = await lastEntry();
  const { data: added } = await staff.rpc('create_module', { course: ids.course, title: 'Neu', description: '' });
  const seen = await lastEntry();
  const restored = await backend.owner.transaction(async (adding) => {
    // What an inserted lesson locks, one after the other.
    await adding.query('select from modules where id = $1 for key share', [added]);
    const answer = Promise.resolve(staff.rpc('restore_version', { record: ids.course, entry, seen }));
    await somebodyWaits(adding);
    await adding.query('update courses set total_duration = default where id = $1', [ids.course]);
    return { answer };
  });
  expect((await restored.answer).error).toBeNull();
  expect((await staff.from('modules').select('id').eq('id', added)).data).toEqual([]);
});
