import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';
import { makeToken } from './testing/registry.ts';

const A = 'https://bilder.example/a.png';
const B = 'https://bilder.example/b.png';
const BOTH = `![Bild](${A}) ![Bild](${B})`;
const BYTES = Buffer.from('the bytes of a picture');
const HASH = createHash('sha256').update(BYTES).digest('hex');

const backend = givenBackend();
const { as, owner } = backend;
const { add, change, contentVersions, ...records } = givenRecords(backend);
let shell: string;

beforeEach(async () => {
  shell = await makeToken(backend, 'shell');
});

interface Claim {
  readonly id: string;
  readonly address: string;
  readonly attempt: number;
}

const call = (name: string, args: object) => as.visitor.rpc(name, { token: shell, ...args });
const claim = async ({ most = 20, is_tidying = false } = {}): Promise<readonly Claim[]> =>
  (await call('claim_pictures', { most, is_tidying }).throwOnError()).data;
const tidy = () => claim({ is_tidying: true });
const store = async (picture: object) => (await call('store_picture', { picture })).data;
const file = { type: 'image/png', width: 3, height: 2, data: BYTES.toString('base64') };

const savePost = (content: string, slug = 'bild') =>
  add('posts', { title: 'Bild', slug, content, published_at: LONG_AGO });
const update = (id: string, content: string) => change('posts', id, { content });
const copies = async (...addresses: string[]): Promise<readonly { hash: string }[]> =>
  (await as.visitor.rpc('picture_copies', { addresses })).data;
const addresses = async () => (await claim()).map(({ address }) => address).sort();
const files = () => owner.query('select from private.picture_files');

/** A post with a picture that a shell has claimed. */
async function givenClaim(): Promise<{ post: string; claimed: Claim | undefined }> {
  const post = await savePost(`![Bild](${A})`);
  return { post, claimed: (await claim())[0] };
}
async function givenCopy(): Promise<string> {
  const { post, claimed } = await givenClaim();
  await store({ ...claimed, ...file });
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
])('an address that no row names %s is not given to a shell', async (_why, end) => {
  const id = await savePost(BOTH);
  await savePost(`![Bild](${A})`, 'anderer');
  await end(id);
  expect(await addresses()).not.toContain(B);
});

test('an address that no row names keeps its copy for 30 days', async () => {
  await update(await givenCopy(), 'Text');
  await tidy();
  expect(await copies(A)).toHaveLength(1);
  await owner.query("update private.picture_names set ended_at = ended_at - interval '31 days'");
  await claim();
  expect(await copies(A)).toHaveLength(1);
  await tidy();
  expect([await copies(A), await files()]).toEqual([[], []]);
});

test('a copy that a row names stays, however old', async () => {
  await givenCopy();
  await owner.query("update private.picture_copies set fetched_at = now() - interval '1 year'");
  await tidy();
  expect(await copies(A)).toHaveLength(1);
});

test('visitors get the copies of the addresses that they name, and shells their bytes', async () => {
  await savePost(BOTH);
  const [first, second] = await claim();
  expect(await store({ ...first, ...file })).toBe(true);
  const stored = { address: first?.address, hash: HASH, content_type: 'image/png', width: 3, height: 2 };
  expect(await copies(A, B, 'https://nirgends.example')).toEqual([stored]);
  expect((await call('read_picture', { hash: HASH })).data).toEqual({ type: 'image/png', data: file.data });
  expect((await call('read_picture', { hash: 'f'.repeat(64) })).data).toBeNull();
  // The same bytes at another address are stored once.
  expect(await store({ ...second, ...file })).toBe(true);
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
  const picture = JSON.stringify({ ...claimed, ...file, ...wrong });
  // The API of the embedded backend takes no body of that size.
  const stored = owner.query('select public.store_picture($1, $2::text::jsonb)', [shell, picture]);
  await expect(stored).rejects.toThrow(/picture_files_/);
  expect(await copies(A)).toEqual([]);
});

test.each([
  ['claim_pictures', { most: 1, is_tidying: false }],
  ['store_picture', { picture: {} }],
  ['read_picture', { hash: HASH }],
])('%s is for shells', async (name, args) => {
  const [made] = await owner.query<{ token: string }>('select shipping.operator_token() as token');
  for (const token of [made?.token, 'ki_0123456789ab_0', null])
    expect((await as.staff.rpc(name, { token, ...args })).error?.code).toBe('42501');
  expect((await call(name, args)).error?.code).not.toBe('42501');
});

describe('a failure', () => {
  const failure = 'The host answered 503.';
  /** The time of a failed attempt is over. */
  const waitForAttempt = () => owner.query("update private.picture_copies set due_at = now() where failure <> ''");

  test('is followed by further attempts, four in all, and a save begins anew', async () => {
    const id = await savePost(`![Bild](${A})`);
    for (const attempt of [1, 2, 3, 4]) {
      const [claimed] = await claim();
      expect(claimed?.attempt).toBe(attempt);
      expect(await store({ ...claimed, failure })).toBe(true);
      expect(await claim()).toEqual([]);
      await waitForAttempt();
    }
    expect(await claim()).toEqual([]);
    await update(id, `![Bild](${A}) und Text`);
    expect(await claim()).toMatchObject([{ address: A, attempt: 1 }]);
  });

  test('that is final is not followed by another attempt', async () => {
    await store({ ...(await givenClaim()).claimed, failure, isFinal: true });
    await waitForAttempt();
    expect(await claim()).toEqual([]);
    expect(await owner.query('select failure from private.picture_copies')).toEqual([{ failure }]);
  });
});

test('a claim ends after two minutes, and what it led to is not stored after the next', async () => {
  const { claimed: late } = await givenClaim();
  expect(await claim()).toEqual([]);
  await owner.query('update private.picture_copies set due_at = now()');
  const [next] = await claim();
  expect(await store({ ...late, ...file })).toBe(false);
  expect(await copies(A)).toEqual([]);
  expect(await store({ ...next, ...file })).toBe(true);
  expect(await store({ ...next, failure: 'late' })).toBe(false);
});

test('pages with pictures get another version with a copy, and with nothing else', async () => {
  const version = async () => (await contentVersions()).pictures;
  const first = await version();
  const id = await savePost(BOTH);
  const [claimed, other] = await claim();
  await store({ ...other, failure: 'The host does not answer.' });
  expect(await version()).toBe(first);
  await store({ ...claimed, ...file });
  const second = await version();
  expect(second).not.toBe(first);
  await update(id, `${BOTH} und Text`);
  expect(await version()).toBe(second);
});
