import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { type Claim, givenProgram } from './testing/jobs.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';
import { makeToken } from './testing/registry.ts';

const A = 'https://bilder.example/a.png';
const B = 'https://bilder.example/b.png';
const BOTH = `![Bild](${A}) ![Bild](${B})`;
const BYTES = Buffer.from('the bytes of a picture');
const HASH = createHash('sha256').update(BYTES).digest('hex');

const backend = givenBackend();
const { as, owner } = backend;
const { add, change, contentVersions, restore, ...records } = givenRecords(backend);
let shell: string;

beforeEach(async () => {
  shell = await makeToken(backend, 'shell');
});

const { claim, finish: store, endClaims, token } = givenProgram(backend, 'copy_picture');
const sizer = givenProgram(backend, 'size_copy');
const call = (name: string, args: object, shown = shell) => as.visitor.rpc(name, { token: shown, ...args });
const tidy = async () => {
  await owner.execute("update private.retention set applied_at = '-infinity'; select private.apply_retention()");
  await call('tidy_uploads', {}, token()).throwOnError();
};
const file = { type: 'image/png', width: 3, height: 2, data: BYTES.toString('base64') };

const savePost = (content: string, slug = 'bild') =>
  add('posts', { title: 'Bild', slug, content, published_at: LONG_AGO });
const update = (id: string, content: string) => change('posts', id, { content });
const copies = async (...addresses: string[]): Promise<readonly { hash: string }[]> =>
  (await as.visitor.rpc('picture_copies', { addresses })).data;
const addresses = async () => (await claim()).map(({ input }) => input.address).sort();
const files = () => owner.query('select from private.picture_files');

const pictureOf = async (origin: string) =>
  (await as.staff.from('pictures').select().eq('origin', origin).single().throwOnError()).data;
const shown = async (...named: string[]) => (await as.visitor.rpc('library_pictures', { addresses: named })).data;

/** A post with a picture that a program has claimed. */
async function givenClaim(): Promise<{ post: string; claimed: Claim }> {
  const post = await savePost(`![Bild](${A})`);
  const [claimed] = await claim();
  if (!claimed) throw new Error('no picture is due');
  return { post, claimed };
}
async function givenCopy(): Promise<string> {
  const { post, claimed } = await givenClaim();
  await store(claimed, file);
  return post;
}

test.each<readonly [string, ...string[]]>([
  ['kein Bild, nur [ein Verweis](https://bilder.example/a.png) und https://bilder.example/b.png'],
  ['![hier](/bild.png) ![da](bild.png) ![dort](data:image/png;base64,AA)'],
  [`![](${A})`, A],
  [`![Ein Bild](${A} "Titel") und ![noch eines](<${B}>)`, A, B],
  [`![${'Ein [kleines] \\] Bild'}](${A})`, A],
  [`[![Bild](${A})](https://seite.example)`, A],
  ['![Bild](//bilder.example/a.png)', '//bilder.example/a.png'],
  ['![Bild](HTTP://bilder.example/a_(1).png)', 'HTTP://bilder.example/a_(1).png'],
  ['![Bild](https://bilder.example/?a=1&amp;b=2\\_3)', 'https://bilder.example/?a=1&b=2_3'],
  ['![Bild](<https://bilder.example/zwei Wörter 100%.png>)', 'https://bilder.example/zwei%20W%C3%B6rter%20100%25.png'],
  [`![Bild][eins]\n\n[Eins]: ${A}\n[zwei]: ${B}`, A],
  [`![eins]\n\n> [eins]: <${A}> "Titel"`, A],
  [`Text\n\n[eins]: ${A}\n\n[ein Verweis][eins] mit ![anderem](/b.png)`, A],
])('%s names these addresses', async (content, ...expected) => {
  await savePost(content);
  expect(await addresses()).toEqual(expected);
});

test('an address of more than 2,000 bytes is no picture', async () => {
  await savePost(`![Bild](${A}${'a'.repeat(2_000)}) ![Bild](${B})`);
  expect(await addresses()).toEqual([B]);
});

test('all columns with Markdown and the thumbnail of a course name pictures', async () => {
  const picture = (name: string) => `![Bild](https://bilder.example/${name})`;
  const texts = { content: picture('w'), learning_objectives: picture('o') };
  await add('workshops', { title: 'W', duration: '01:00:00', ...texts });
  await change('courses', ids.course, { thumbnail_url: 'https://bilder.example/k' });
  await change('lessons', ids.lessonA, { content: picture('l') });
  await change('matrix_workshop_learning_objectives', ids.matrixGoal, { objective: picture('m') });
  expect(await addresses()).toEqual([...'klmow'].map((name) => `https://bilder.example/${name}`));
});

test('rows that are there before their table is watched name pictures too', async () => {
  for (const event of ['insert', 'update', 'delete', 'truncate'])
    await owner.execute(`drop trigger note_pictures_${event} on public.posts`);
  await savePost(`![Bild](${A})`);
  expect(await addresses()).toEqual([]);
  await owner.execute("select private.watch_pictures('public.posts', '{content}')");
  expect(await addresses()).toEqual([A]);
});

test.each<readonly [string, (id: string) => PromiseLike<unknown>]>([
  ['any more since a save', (id) => update(id, 'Text')],
  ['since its row is deleted', (id) => records.remove('posts', id)],
  ['since its table is empty', () => owner.query('truncate public.posts cascade')],
])('an address that no row names %s is not given to a program', async (_why, end) => {
  const id = await savePost(BOTH);
  await savePost(`![Bild](${A})`, 'anderer');
  await end(id);
  expect(await addresses()).not.toContain(B);
});

test('a copy that a row names stays, however old, and that of no row 30 days', async () => {
  const post = await givenCopy();
  await owner.query("update public.pictures set created_at = now() - interval '1 year'");
  await tidy();
  expect(await copies(A)).toHaveLength(1);
  await update(post, 'Text');
  await tidy();
  expect(await copies(A)).toHaveLength(1);
  await owner.query("update private.picture_names set ended_at = ended_at - interval '31 days'");
  await claim();
  expect(await copies(A)).toHaveLength(1);
  await tidy();
  expect([await copies(A), await files()]).toEqual([[], []]);
});

test('visitors get the copies of the addresses that they name, and shells their bytes', async () => {
  await savePost(BOTH);
  const [first, second] = await claim();
  expect(await store(first, file)).toBe(true);
  const stored = { address: first?.input.address, hash: HASH, content_type: 'image/png', width: 3, height: 2 };
  expect(await copies(A, B, 'https://nirgends.example')).toEqual([stored]);
  expect((await call('read_picture', { hash: HASH })).data).toEqual({ type: 'image/png', data: file.data });
  expect((await call('read_picture', { hash: 'f'.repeat(64) })).data).toBeNull();
  // The same bytes at another address are stored once.
  expect(await store(second, file)).toBe(true);
  expect((await copies(A, B)).map(({ hash }) => hash)).toEqual([HASH, HASH]);
  expect(await files()).toHaveLength(1);
  expect(await claim()).toEqual([]);
});

test.each([
  ['no type of a picture', { type: 'image/svg+xml' }],
  ['no width', { width: 0 }],
  ['no bytes', { data: '' }],
  ['more than 10 MB', { data: Buffer.alloc(10_000_001).toString('base64') }],
])('a copy with %s is refused', async (_what, wrong) => {
  const { claimed } = await givenClaim();
  const result = JSON.stringify({ ...claimed, ...file, ...wrong });
  // The API of the embedded backend takes no body of that size.
  const stored = owner.query("select public.finish_job($1, 'copy_picture', $2::text::jsonb)", [token(), result]);
  await expect(stored).rejects.toThrow(/picture_files_/);
  expect(await copies(A)).toEqual([]);
});

test('the bytes of a copy are read by shells alone, and as an original by the program that makes sizes', async () => {
  await givenCopy();
  const { id } = await pictureOf(A);
  const [made] = await owner.query<{ token: string }>('select shipping.operator_token() as token');
  const codes = async (shown: string | null | undefined) => [
    (await as.staff.rpc('read_picture', { token: shown, hash: HASH })).error?.code,
    (await as.staff.rpc('read_original', { token: shown, picture: id })).error?.code,
  ];
  const sources = await makeToken(backend, 'sources');
  for (const shown of [made?.token, sources, 'ki_0123456789ab_0', null])
    expect(await codes(shown)).toEqual(['42501', '42501']);
  expect([await codes(shell), await codes(token())]).toEqual([
    [undefined, '42501'],
    ['42501', undefined],
  ]);
});

test('a save begins anew with an address whose last attempt failed, and with one that waits for another', async () => {
  const failure = 'The host answered 503.';
  const failures = () => owner.query('select failure from public.pictures');
  const { post, claimed } = await givenClaim();
  await store(claimed, { failure, isFinal: true });
  await endClaims();
  expect([await claim(), await failures()]).toEqual([[], [{ failure }]]);
  await update(post, `![Bild](${A}) und Text`);
  const [again] = await claim();
  expect([again, await failures()]).toMatchObject([{ input: { address: A }, attempt: 1 }, [{ failure: null }]]);
  await store(again, { failure, isFinal: false });
  expect(await claim()).toEqual([]);
  await update(post, `![Bild](${A})`);
  expect(await claim()).toMatchObject([{ input: { address: A }, attempt: 1 }]);
});

test('shells of the release before claim and store with the address in place of the job', async () => {
  await savePost(BOTH);
  const [first, second] = (await call('claim_pictures', { most: 2, is_tidying: true }).throwOnError()).data;
  expect(first).toEqual({ id: expect.any(String), address: expect.stringMatching(/\.png$/), attempt: 1 });
  const storeAs = async (picture: object) => (await call('store_picture', { picture })).data;
  expect(await storeAs({ ...first, attempt: 2, ...file })).toBe(false);
  expect(await storeAs({ ...first, ...file })).toBe(true);
  expect(await storeAs({ ...second, failure: 'The host answered 404.', isFinal: true })).toBe(true);
  expect(await copies(A, B)).toHaveLength(1);
  expect(await claim()).toEqual([]);
  expect((await call('claim_pictures', { most: 1, is_tidying: false }, token())).error?.code).toBe('42501');
});

test('pages with pictures get another version with a copy, and with nothing else', async () => {
  const version = async () => (await contentVersions()).pictures;
  const first = await version();
  const id = await savePost(BOTH);
  const [claimed, other] = await claim();
  await store(other, { failure: 'The host does not answer.' });
  expect(await version()).toBe(first);
  await store(claimed, file);
  const second = await version();
  expect(second).not.toBe(first);
  await update(id, `${BOTH} und Text`);
  expect(await version()).toBe(second);
});

test('what was fetched is a picture of the library: it is shown as it is, then by its sizes', async () => {
  await givenCopy();
  const { id, ...row } = await pictureOf(A);
  const columns = { content_type: 'image/png', width: 3, height: 2, bytes: BYTES.length };
  expect(row).toMatchObject({ title: 'a', alt: '', ...columns });
  const both = [`/_pictures/${id}`, A];
  const fetched = { width: 3, height: 2, sizes: [{ type: 'image/png', width: 3, hash: HASH }] };
  expect(await shown(...both)).toMatchObject([fetched, fetched]);
  expect((await call('find_library_picture', { picture: id })).data).toEqual({ type: 'image/png', hash: HASH });
  expect((await call('read_original', { picture: id }, token())).data).toBe(file.data);
  const [sizing] = await sizer.claim();
  expect(sizing?.input).toEqual({ picture: id });
  await sizer.storePart(sizing, { ...file, type: 'image/webp', data: 'Ynl0ZXM=' });
  await sizer.finish(sizing, { ...file, bytes: BYTES.length, sizes: [{ type: 'image/webp', width: 3 }] });
  const sizes = [{ type: 'image/webp', width: 3, hash: expect.not.stringMatching(HASH) }];
  expect(await shown(...both)).toMatchObject([{ sizes }, { sizes }]);
  // Pages of before, and those that are cached, name what was fetched.
  expect(await copies(A)).toMatchObject([{ hash: HASH }]);
  await tidy();
  expect(await files()).toHaveLength(2);
});

test('a picture whose sizes cannot be made is shown as it was fetched', async () => {
  await givenCopy();
  await sizer.finish((await sizer.claim())[0], { failure: 'It is broken.', isFinal: true });
  expect(await pictureOf(A)).toMatchObject({ failure: 'It is broken.' });
  expect(await shown(A)).toMatchObject([{ sizes: [{ hash: HASH }] }]);
});

test('staff describe a picture of another host; nobody gives it an address or a file, and nobody needs to describe it', async () => {
  const post = await givenCopy();
  const { id } = await pictureOf(A);
  await change('pictures', id, { alt: 'Ein Kasten' });
  await change('pictures', id, { alt: '' });
  await update(post, `![](${A})`);
  for (const columns of [{ origin: B }, { original: HASH }])
    for (const client of [as.staff, as.outsider, as.visitor])
      expect((await client.from('pictures').update(columns).eq('id', id)).error?.code).toBe('42501');
  expect((await as.staff.from('pictures').insert({ title: 'Bild', origin: B })).error?.code).toBe('42501');
  expect((await as.visitor.from('pictures').select('id')).error?.code).toBe('42501');
  expect((await as.outsider.from('pictures').select('id')).data).toEqual([]);
  await backend.own('pictures', id, backend.staff);
  const upload = await as.staff.storage.from('pictures').upload(id, new Blob(['bytes'], { type: 'image/png' }));
  expect(upload.error?.message).toContain('row-level security');
});

test('it is used by the records whose texts name its address, and deleted when none does', async () => {
  const post = await givenCopy();
  await change('lessons', ids.lessonA, { content: `![Bild](${A})` });
  const { id } = await pictureOf(A);
  const uses = () => records.call('picture_uses', { picture: id });
  expect(await uses()).toMatchObject([
    { relation: 'courses', record_id: ids.course, is_public: true },
    { relation: 'posts', record_id: post, title: 'Bild', is_public: true },
  ]);
  const remove = async () => (await as.staff.from('pictures').delete().eq('id', id)).error;
  expect(await remove()).toMatchObject({ message: expect.stringMatching(/^Texts name the address of this picture/) });
  await update(post, 'Text');
  await change('lessons', ids.lessonA, { content: 'Text' });
  expect([await uses(), await remove()]).toEqual([[], null]);
});

test('a picture of another host comes back from the trash with its address, and is fetched again', async () => {
  const post = await givenCopy();
  const [sizing] = await sizer.claim();
  await sizer.finish(sizing, { ...file, bytes: BYTES.length, sizes: [] });
  const { id } = await pictureOf(A);
  await update(post, 'Text');
  await records.remove('pictures', id);
  await tidy();
  await restore(id).throwOnError();
  expect(await pictureOf(A)).toMatchObject({ id, original: null, sized_at: null });
  await update(post, `![Bild](${A})`);
  expect(await claim()).toMatchObject([{ input: { address: A } }]);
});
