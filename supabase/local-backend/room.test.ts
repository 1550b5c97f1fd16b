import { readRoom } from '@ki/shared/process/room.ts';
import { folderOfFile } from '@ki/shared/testing/folder.ts';
import { MEGABYTE, mountSmallDisk } from '@ki/shared/testing/small-disk.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ADMINISTRATOR } from '../seed/demo.ts';
import type { Backend } from './boot.ts';
import { bootTestBackend } from './fixtures/test-backend.ts';
import { diskShare, followRoom } from './schedules.ts';

const QUOTA = 1_000_000;
const FULL = 'the disk of the database is 90 % full: content is refused';
const FREE = 'the disk of the database has room again';

let backend: Backend;
let client: SupabaseClient;
const dataDir = folderOfFile();
let measure: () => Promise<number | null>;
const log = vi.fn();
let follow: () => Promise<void>;

beforeAll(async () => {
  backend = await bootTestBackend({ seed: 'demo' });
  const here: typeof fetch = (input, init) => backend.fetch(new Request(input, init), { address: '127.0.0.1' });
  const auth = { persistSession: false, autoRefreshToken: false };
  client = createClient('http://backend.test', backend.keys.publishable, { auth, global: { fetch: here } });
  expect((await client.auth.signInWithPassword(ADMINISTRATOR)).error).toBeNull();
  follow = followRoom({ database: backend.database, dataDir, quota: QUOTA, measure: () => measure(), log });
});
afterAll(() => backend.close());
/** Says how much of the disk is in use, as if the backend had measured it. */
const say = (share: number | null) => {
  measure = async () => share;
  return follow();
};
beforeEach(async () => {
  await say(0.5);
  log.mockClear();
});

const save = (slug: string) => client.from('posts').insert({ title: slug, slug, content: 'Text' });
const posts = async () =>
  (await backend.database.query<{ slug: string }>("select slug from posts where slug like 'voll-%'")).map(
    ({ slug }) => slug,
  );
const uploads = () => backend.database.query('select from storage.objects union all select from storage.contents');
const upload = async () => {
  const id = crypto.randomUUID();
  const { error } = await client.from('pictures').insert({ id, title: 'Kursraum' });
  const file = new Blob(['bytes'], { type: 'image/png' });
  return error ?? (await client.storage.from('pictures').upload(id, file, { contentType: 'image/png' })).error;
};

test.each([0.91, 1])('a disk of which %f is in use refuses content, and takes it when it is freed', async (share) => {
  const [first, second] = [`voll-${share}-1`, `voll-${share}-2`];
  await save(first).throwOnError();
  const [before, stored] = [await posts(), await uploads()];
  await say(share);
  expect(await readRoom(dataDir)).toMatchObject({ disk: share });
  expect(await save(second)).toMatchObject({ status: 507, error: { code: 'PT507' } });
  expect(await upload()).toMatchObject({ code: 'PT507' });
  expect([await posts(), await uploads()]).toEqual([before, stored]);
  await client.from('posts').delete().eq('slug', first).throwOnError();
  await say(0.5);
  await save(second).throwOnError();
  expect(await upload()).toBeNull();
  expect(await posts()).toEqual([...before.filter((slug) => slug !== first), second]);
  expect(log.mock.calls).toEqual([
    ['notice', { message: FULL }],
    ['notice', { message: FREE }],
  ]);
  await backend.database.query('delete from storage.objects');
});

test('of saves while the disk fills up those that were acknowledged are stored, and no others', async () => {
  const slugs = Array.from({ length: 20 }, (_, number) => `voll-zugleich-${number}`);
  const answers = slugs.map(async (slug, number) => {
    if (number === 10) await say(0.95);
    return (await save(slug)).error ? [] : [slug];
  });
  const acknowledged = (await Promise.all(answers)).flat();
  expect((await posts()).filter((slug) => slugs.includes(slug)).sort()).toEqual(acknowledged.sort());
  expect((await save('voll-danach')).error?.code).toBe('PT507');
});

test('a state is stated once, and again when the database lost it', async () => {
  const version = async () => (await backend.database.query('select xmin from private.room'))[0];
  const before = await version();
  await say(0.6);
  expect(await version()).toEqual(before);
  await backend.database.query('update private.room set quota = null');
  await say(0.6);
  expect(await backend.database.query('select quota::integer from private.room')).toEqual([{ quota: QUOTA }]);
});

test('a disk that cannot be measured changes nothing, and is in the log', async () => {
  await say(0.95);
  measure = () => Promise.reject(new Error('EIO'));
  await follow();
  expect((await save('voll-unbekannt')).error?.code).toBe('PT507');
  expect(log).toHaveBeenLastCalledWith('room_not_measured', expect.objectContaining({ name: 'Error' }));
});

test('what another backend said long ago is not said any more', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await say(0.95);
  vi.advanceTimersByTime(61_000);
  expect(await readRoom(dataDir)).toBeNull();
});

const disk = mountSmallDisk(10);
afterAll(() => disk?.remove());

/** Mounting needs root or `sudo` without a password. */
test.skipIf(!disk)('the share of a disk is measured', async () => {
  const folder = disk?.folder ?? '';
  expect(await diskShare(folder)).toBeLessThan(0.1);
  disk?.fill(MEGABYTE / 2);
  expect(await diskShare(folder)).toBeGreaterThan(0.9);
  disk?.makeRoom();
});
