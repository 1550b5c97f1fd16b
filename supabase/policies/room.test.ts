import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { stage } from './testing/import-calls.ts';
import { givenProgram } from './testing/jobs.ts';
import { afterWaiting } from './testing/locks.ts';
import { TWENTY } from './testing/races.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, add, remove, change, stored, saveDraft, givenDraft, publishDue } = givenRecords(backend);

/** An account has a fifth: 20,000 bytes. */
const QUOTA = 100_000;
const FULL = { code: 'PT507', hint: 'room' };

const state = (quota: number | null, isDiskFull = false) =>
  owner.query('update private.room set quota = $1, is_disk_full = $2', [quota, isDiskFull]);
const used = async () => (await owner.query('select used::int from private.room'))[0]?.used;
const usedBy = async ({ id }: Account) => {
  const sql = 'select coalesce(sum(bytes), 0)::int as bytes from private.storage_sums where account = $1';
  return (await owner.query(sql, [id]))[0]?.bytes;
};
/** Says that something else takes so many bytes. */
const take = (bytes: number) => owner.query('update private.room set used = $1', [bytes]);

beforeEach(async () => {
  await owner.query('delete from storage.objects');
  await owner.query('delete from private.storage_sums');
  await state(QUOTA);
  await take(0);
});

/** As if the last time were long ago. */
async function endExpired(): Promise<void> {
  await owner.query("update private.retention set applied_at = '-infinity'");
  await owner.query('select private.apply_retention()');
}

const addPicture = (client: SupabaseClient) => add('pictures', { title: 'Kursraum' }, client);
const put = (client: SupabaseClient, picture: string, bytes: number) =>
  client.storage
    .from('pictures')
    .upload(picture, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), { contentType: 'image/png' });
const upload = async (bytes: number, client: SupabaseClient = as.staff) => put(client, await addPicture(client), bytes);
const uploads = async () => (await owner.query('select from storage.contents')).length;
const stageBytes = (bytes: number, client: SupabaseClient = as.staff) =>
  stage(client, [{ content: 'x'.repeat(bytes) }]);
const addPost = (slug: string) => as.staff.from('posts').insert({ title: 'Neu', slug, content: 'Text' }).select('id');

describe('an account', () => {
  test('takes a fifth of the quota and no more, which the refusal says; others go on', async () => {
    expect((await upload(12_000)).error).toBeNull();
    expect((await upload(12_000)).error).toMatchObject({
      statusCode: '507',
      message: expect.stringContaining('take 0.0 MB of the 0.0 MB that one account has'),
    });
    const another = await backend.giveRole();
    expect((await upload(12_000, another.client)).error).toBeNull();
    expect([await used(), await usedBy(backend.staff), await usedBy(another)]).toEqual([24_000, 12_000, 12_000]);
    expect((await addPost('neu')).error).toBeNull();
  });

  test('has as much for uploads and imports together', async () => {
    await upload(12_000);
    await expect(stageBytes(9_000)).rejects.toMatchObject(FULL);
    await stageBytes(7_000);
    expect(await usedBy(backend.staff)).toBe(19_002);
  });

  test('has room again when its uploads and imports end', async () => {
    await upload(19_000);
    expect((await upload(5_000)).error).not.toBeNull();
    await owner.query('delete from storage.objects');
    expect([await used(), await usedBy(backend.staff)]).toEqual([0, 0]);
    await stageBytes(19_000);
    await owner.query("update private.import_rows set staged_at = now() - interval '2 days'");
    await endExpired();
    expect([await used(), await usedBy(backend.staff)]).toEqual([0, 0]);
    expect((await upload(19_000)).error).toBeNull();
  });

  test('counts rows that are staged again by what they hold then', async () => {
    const id = randomUUID();
    const again = (bytes: number, first = 1) =>
      as.staff.rpc('stage_import', { import: id, first, entries: [{ content: 'x'.repeat(bytes) }] });
    await again(15_000).throwOnError();
    await again(5_000).throwOnError();
    for (const refused of [again(25_000), again(16_000, 2)]) expect((await refused).error).toMatchObject(FULL);
    expect(await used()).toBe(5_002);
    await stageBytes(16_000);
    expect(await used(), 'another import takes the place of one that was refused half way').toBe(16_002);
  });

  test('that ends gives back its imports, and its uploads when they are removed', async () => {
    const leaving = await backend.giveRole('author');
    await upload(1_000, leaving.client);
    await stageBytes(2_000, leaving.client);
    await as.staff.rpc('delete_account', { account: leaving.id }).throwOnError();
    expect(await used()).toBe(1_000);
    await owner.query('delete from storage.objects');
    expect(await used()).toBe(0);
  });
});

describe('in all', () => {
  test('accounts that have room pass the quota neither', async () => {
    await take(85_000);
    expect((await upload(16_000)).error).toMatchObject({ statusCode: '507' });
    expect((await upload(14_000)).error).toBeNull();
    expect(await used()).toBe(99_000);
  });

  test.each([
    ['one account', 1, 2],
    ['ten accounts', 10, 10],
  ])('twenty uploads at once by %s do not pass the quota together', async (_, count, room) => {
    const accounts = await Promise.all(Array.from({ length: count }, () => backend.giveRole()));
    const clients = TWENTY.map((number) => accounts[number % count]?.client ?? as.staff);
    const pictures = await Promise.all(clients.map(addPicture));
    const answers = await Promise.all(
      pictures.map((picture, number) => put(clients[number] ?? as.staff, picture, 9_000)),
    );
    const kept = answers.filter(({ error }) => error === null).length;
    expect([kept, await used(), await uploads()]).toEqual([room, room * 9_000, room]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an upload', async () => (await upload(9_000)).error],
    ['an import', () => stageBytes(9_000).catch((error: unknown) => error)],
  ])('%s that begins while others are counted sees what they took', async (_, act) => {
    const lock = (first: Database) => first.query('select private.count_bytes(null, 85000, false)');
    const meanwhile = (first: Database) => first.query('select private.count_bytes(null, 10000, false)');
    const message = expect.stringContaining('0.1 MB');
    expect(await afterWaiting(owner, { lock, act, meanwhile })).toMatchObject({ message });
    expect(await used()).toBe(95_000);
  });

  test('without a quota nothing is refused', async () => {
    await state(null);
    await take(10 * QUOTA);
    expect((await upload(50_000)).error).toBeNull();
  });
});

describe('copies of other hosts’ pictures', () => {
  const NAMED = 'https://bilder.example/a.png';
  const { claim, finish, endClaims, token } = givenProgram(backend, 'copy_picture');
  beforeEach(async () => {
    await add('posts', { title: 'Bild', slug: 'bild', content: `![Bild](${NAMED})`, published_at: LONG_AGO });
  });
  const store = async (bytes: number) => {
    const [claimed] = await claim();
    const data = Buffer.alloc(bytes, 1).toString('base64');
    return finish(claimed, { type: 'image/png', width: 3, height: 2, data });
  };

  test('count for whoever named them, until nothing names them', async () => {
    await store(8_000);
    expect([await used(), await usedBy(backend.staff)]).toEqual([8_000, 8_000]);
    await owner.execute(`
      delete from private.picture_names; update public.pictures set created_at = now() - interval '31 days';
      update private.retention set applied_at = '-infinity'; select private.apply_retention()`);
    await as.visitor.rpc('tidy_uploads', { token: token() }).throwOnError();
    expect([await used(), await usedBy(backend.staff)]).toEqual([0, 0]);
  });

  test('for which an account has no room wait, and no attempt is lost', async () => {
    await store(25_000);
    expect(await owner.query('select attempts, failure from private.jobs')).toEqual([
      { attempts: 0, failure: expect.stringContaining('one account has') },
    ]);
    expect(await used()).toBe(0);
    await endClaims();
    await store(8_000);
    const copied = await owner.query('select failure, original from public.pictures where origin is not null');
    expect(copied).toEqual([{ failure: null, original: expect.any(String) }]);
  });

  test('are not fetched while there is no room in all', async () => {
    await take(95_000);
    expect(await claim()).toEqual([]);
    await take(0);
    expect(await claim()).toHaveLength(1);
  });
});

const full: Readonly<Record<string, () => PromiseLike<unknown>>> = {
  'from 90 % of the quota': () => take(90_000),
  'from 90 % of the disk': () => state(QUOTA, true),
};

describe.each(Object.entries(full))('%s', (_, fill) => {
  test('content is refused with the reason and what to do, and nothing of it is stored', async () => {
    const picture = await addPicture(as.staff);
    const before = await stored('posts', ids.publishedPost);
    await fill();
    const message = expect.stringMatching(/so nothing new is stored\. .* ask whoever runs the site/);
    const refusal = { ...FULL, message };
    expect(await addPost('neu')).toMatchObject({ status: 507, error: refusal });
    expect((await as.staff.from('posts').update({ title: 'Anders' }).eq('id', ids.publishedPost)).error).toMatchObject(
      refusal,
    );
    expect((await saveDraft(ids.publishedPost, { title: 'Anders' })).error).toMatchObject(refusal);
    expect((await put(as.staff, picture, 10)).error).toMatchObject({ statusCode: '507', message });
    await expect(stageBytes(10)).rejects.toMatchObject(refusal);
    expect(await stored('posts', ids.publishedPost)).toEqual(before);
    expect(await owner.query("select from posts where slug = 'neu'")).toEqual([]);
    expect([await owner.query('select from private.import_rows'), await uploads()]).toEqual([[], 0]);
    await state(QUOTA);
    await take(0);
    expect((await addPost('neu')).error).toBeNull();
  });

  test('staff read, delete, take offline and remove staff, and what is due is deleted and published', async () => {
    const leaving = await backend.giveRole('author');
    await givenDraft(ids.workshop, { title: 'Geplant' }, { kind: 'workshops', publish_at: LONG_AGO });
    await fill();
    expect((await as.visitor.from('posts').select('id')).data?.length).toBeGreaterThan(0);
    await change('posts', ids.publishedPost, { published_at: null });
    await remove('posts', ids.publishedPost);
    await call('delete_lesson', { lesson: ids.lessonA });
    await call('delete_module', { module: ids.firstModule });
    await remove('courses', ids.course);
    await call('delete_category', { kind: 'categories', category: ids.category, replacement: null });
    for (const name of ['remove_staff', 'delete_account']) await call(name, { account: leaving.id });
    await endExpired();
    expect(await publishDue()).toBe(1);
  });

  test('people sign in, refresh and sign out', async () => {
    const email = `${randomUUID()}@example.com`;
    const { client } = await backend.giveRole('author', email);
    await fill();
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.signInWithPassword({ email, password: 'geheim-genug' })).error).toBeNull();
  });
});

test('every table whose rows a role decides about asks for room', async () => {
  const withTrigger = async (name: string) =>
    (await owner.query('select tgrelid::regclass::text as name from pg_trigger where tgname = $1', [name])).map(
      (row) => row.name,
    );
  expect(await withTrigger('expect_room')).toEqual(expect.arrayContaining(await withTrigger('check_role')));
});
