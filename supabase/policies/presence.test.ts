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
  expect(await open(backend.staff, { record: ids.publishedPost }), 'another record').toEqual([]);
  expect(await open(backend.staff, { kind: 'posts' }), 'another kind').toEqual([]);
});

test('a heartbeat counts for 60 seconds, the next one counts anew, and one of 90 seconds is deleted', async () => {
  await open(colleague);
  for (const [seconds, named, left] of [
    [59, 1, 2],
    [61, 0, 2],
    [89, 0, 2],
    [91, 0, 1],
  ] as const) {
    await age(seconds);
    expect(await open(backend.staff)).toHaveLength(named);
    expect(await rows()).toBe(left);
  }
  await open(colleague);
  expect(await open(backend.staff)).toHaveLength(1);
});

test('who closes a record, or is no longer staff, is not named any more, and closes it for no other account', async () => {
  await open(colleague);
  await open(backend.staff);
  await as.staff.rpc('close_record', course).throwOnError();
  expect(await rows()).toBe(1);
  expect(await open(backend.staff)).toHaveLength(1);
  await colleague.client.rpc('close_record', course).throwOnError();
  expect(await open(backend.staff)).toEqual([]);
  await open(colleague);
  await owner.query('delete from private.staff where user_id = $1', [colleague.id]);
  expect(await open(backend.staff)).toEqual([]);
});
