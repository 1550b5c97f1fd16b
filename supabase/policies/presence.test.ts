import { beforeEach, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';

const backend = givenBackend();
const { as, owner } = backend;
let colleague: Account;

beforeEach(async () => {
  colleague = await backend.signUp('kollegin@example.com');
});

const course = { kind: 'courses', record: ids.course };
const open = async ({ client }: Account, more: object = {}) =>
  (await client.rpc('open_record', { ...course, ...more }).throwOnError()).data;
const age = (seconds: number) =>
  owner.query(`update private.open_records set seen_at = now() - interval '${seconds} seconds'`);
const rows = async () => (await owner.query('select from private.open_records')).length;

test('others who opened the same record see the name, or the address of an account without one', async () => {
  expect(await open(backend.staff)).toEqual([]);
  expect(await open(colleague)).toHaveLength(1);
  expect(await open(backend.staff)).toEqual(['kollegin@example.com']);
  await colleague.client.auth.updateUser({ data: { display_name: 'Ada Kollegin' } });
  expect(await open(backend.staff)).toEqual(['Ada Kollegin']);
});

test('another record, and another kind with the same id, are apart', async () => {
  await open(colleague);
  expect(await open(backend.staff, { record: ids.publishedPost })).toEqual([]);
  expect(await open(backend.staff, { kind: 'posts' })).toEqual([]);
});

test('a heartbeat counts for 60 seconds, and the next one counts anew', async () => {
  await open(colleague);
  await age(59);
  expect(await open(backend.staff)).toHaveLength(1);
  await age(61);
  expect(await open(backend.staff)).toEqual([]);
  await open(colleague);
  expect(await open(backend.staff)).toHaveLength(1);
});

test('opening a record deletes heartbeats of it that are older than 90 seconds', async () => {
  await open(colleague);
  await age(89);
  await open(backend.staff);
  expect(await rows()).toBe(2);
  await age(91);
  await open(backend.staff);
  expect(await rows()).toBe(1);
});

test('who closes a record is not named any more, and closes it for no other account', async () => {
  await open(colleague);
  await open(backend.staff);
  await as.staff.rpc('close_record', course).throwOnError();
  expect(await rows()).toBe(1);
  expect(await open(backend.staff)).toHaveLength(1);
  await colleague.client.rpc('close_record', course).throwOnError();
  expect(await open(backend.staff)).toEqual([]);
});

test('an account that is no longer staff is neither named nor told', async () => {
  await open(colleague);
  await owner.query('delete from private.staff where user_id = $1', [colleague.id]);
  expect(await open(backend.staff)).toEqual([]);
  expect((await colleague.client.rpc('open_record', course)).error?.code).toBe('42501');
});

test('nobody reads the table, and its rows go with the account', async () => {
  await open(colleague);
  const { error } = await as.service.schema('private').from('open_records').select();
  expect(error).not.toBeNull();
  await colleague.client.rpc('delete_account', { account: colleague.id }).throwOnError();
  expect(await rows()).toBe(0);
});
