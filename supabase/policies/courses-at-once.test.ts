import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';
import { somebodyWaits } from './somebody-waits.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

/** Runs `act` between the two locks that an insert of a lesson takes. */
async function whileLessonIsAdded<Result>(module: string, act: () => PromiseLike<Result>): Promise<Result> {
  const { answer } = await backend.owner.transaction(async (adding) => {
    await adding.query('select from modules where id = $1 for key share', [module]);
    const answer = Promise.resolve(act());
    await somebodyWaits(adding);
    await adding.query('update courses set total_duration = default where id = $1', [ids.course]);
    return { answer };
  });
  return answer;
}

test('restoring a course does not deadlock with adding a lesson to a module that it deletes', async () => {
  const { staff } = backend.as;
  const lastEntry = async () => (await staff.rpc('history', { record: ids.course })).data[0].last_entry;
  const entry = await lastEntry();
  const { data: added } = await staff.rpc('create_module', { course: ids.course, title: 'Neu', description: '' });
  const seen = await lastEntry();
  const goBack = () => staff.rpc('restore_version', { record: ids.course, entry, seen });
  expect((await whileLessonIsAdded(added, goBack)).error).toBeNull();
  expect((await staff.from('modules').select('id').eq('id', added)).data).toEqual([]);
});

test('deleting a module does not deadlock with adding a lesson to it', async () => {
  const { staff } = backend.as;
  const remove = () => staff.rpc('delete_module', { module: ids.firstModule });
  expect((await whileLessonIsAdded(ids.firstModule, remove)).error).toBeNull();
  expect((await staff.from('modules').select('id').eq('id', ids.firstModule)).data).toEqual([]);
});
