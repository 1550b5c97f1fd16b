import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';

const A = 'https://bilder.example/a.png';
const B = 'https://bilder.example/b.png';
const BYTES = Buffer.from('the bytes of a picture');
const HASH = createHash('sha256').update(BYTES).digest('hex');

const backend = givenBackend();
const { as, owner } = backend;
let shell: string;

beforeEach(async () => {
  const [made] = await owner.query<{ token: string }>(
    "select shipping.create_deploy_token(shipping.operator_token(), 'shell', null, null, null) as token",
  );
  shell = made?.token ?? '';
});

interface Claim {
  id: string;
  address: string;
  attempt: number;
}

const call = (name: string, args: Record<string, unknown>) => as.visitor.rpc(name, { token: shell, ...args });

async function claim({ most = 20, is_tidying = false } = {}): Promise<Claim[]> {
  const { data, error } = await call('claim_pictures', { most, is_tidying });
  expect(error).toBeNull();
  return data;
}

const store = async (picture: Record<string, unknown>) => (await call('store_picture', { picture })).data;
const file = { type: 'image/png', width: 3, height: 2, data: BYTES.toString('base64') };

async function savePost(content: string, slug = 'bild'): Promise<string> {
  const post = { title: 'Bild', slug, content, published_at: '2020-01-01T00:00:00Z', author: 'Redaktion' };
  const { data, error } = await as.staff.from('posts').insert(post).select('id').single();
  expect(error).toBeNull();
  return data?.id;
}
const update = (id: string, content: string) => as.staff.from('posts').update({ content }).eq('id', id);

const copies = async (...addresses: string[]) =>
  (await as.visitor.rpc('picture_copies', { addresses })).data as { address: string; hash: string }[];

const addresses = async () => (await claim()).map(({ address }) => address).sort();

/** The time of a failed attempt is over. */
const waitForAttempt = () => owner.query("update private.picture_copies set due_at = now() where failure <> ''");

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
  const { staff } = as;
  const picture = (name: string) => `![Bild](https://bilder.example/${name})`;
  await staff
    .from('workshops')
    .insert({ title: 'W', duration: '01:00:00', content: picture('w'), learning_objectives: picture('o') });
  const course = { title: 'K', slug: 'kurs', thumbnail_url: 'https://bilder.example/k' };
  const { data } = await staff.from('courses').insert(course).select('id').single();
  const { data: unit } = await staff
    .from('modules')
    .insert({ course_id: data?.id, title: 'M', order_position: 1 })
    .select('id')
    .single();
  await staff.from('lessons').insert({ module_id: unit?.id, title: 'L', order_position: 1, content: picture('l') });
  await owner.query(
    `update public.matrix_workshop_learning_objectives set objective = '${picture('m')}'
     where id = (select id from public.matrix_workshop_learning_objectives limit 1)`,
  );
  expect(await addresses()).toEqual([...'klmow'].map((name) => `https://bilder.example/${name}`));
});

test('rows that are there before their table is watched name pictures too', async () => {
  const triggers = ['insert', 'update', 'delete', 'truncate'].map(
    (name) => `drop trigger note_pictures_${name} on public.posts;`,
  );
  await owner.execute(triggers.join('\n'));
  await savePost(`![Bild](${A})`);
  expect(await addresses()).toEqual([]);
  await owner.execute("select private.watch_pictures('public.posts', '{content}')");
  expect(await addresses()).toEqual([A]);
});

describe('an address that no row names', () => {
  test.each<readonly [string, (id: string) => PromiseLike<unknown>]>([
    ['any more since a save', (id) => update(id, 'Text')],
    ['since its row is deleted', (id) => as.staff.from('posts').delete().eq('id', id)],
    ['since its table is empty', () => owner.query('truncate public.posts cascade')],
  ])('%s is not given to a shell', async (_why, end) => {
    const id = await savePost(`![Bild](${A}) ![Bild](${B})`);
    await savePost(`![Bild](${A})`, 'anderer');
    await end(id);
    expect(await addresses()).not.toContain(B);
  });

  test('keeps its copy for 30 days', async () => {
    const id = await savePost(`![Bild](${A})`);
    const [claimed] = await claim();
    await store({ ...claimed, ...file });
    await update(id, 'Text');
    await claim({ is_tidying: true });
    expect(await copies(A)).toHaveLength(1);
    await owner.query("update private.picture_names set ended_at = ended_at - interval '31 days'");
    await claim();
    expect(await copies(A)).toHaveLength(1);
    await claim({ is_tidying: true });
    expect(await copies(A)).toEqual([]);
    expect(await owner.query('select from private.picture_files')).toEqual([]);
  });
});

test('a copy that a row names stays, however old', async () => {
  await savePost(`![Bild](${A})`);
  const [claimed] = await claim();
  await store({ ...claimed, ...file });
  await owner.query("update private.picture_copies set fetched_at = now() - interval '1 year'");
  await claim({ is_tidying: true });
  expect(await copies(A)).toHaveLength(1);
});

test('visitors get the copies of the addresses that they name, and shells their bytes', async () => {
  await savePost(`![Bild](${A}) ![Bild](${B})`);
  const [first, second] = await claim();
  expect(await store({ ...first, ...file })).toBe(true);
  const stored = { address: first?.address, hash: HASH, content_type: 'image/png', width: 3, height: 2 };
  expect(await copies(A, B, 'https://nirgends.example')).toEqual([stored]);
  expect((await call('read_picture', { hash: HASH })).data).toEqual({ type: 'image/png', data: file.data });
  expect((await call('read_picture', { hash: 'f'.repeat(64) })).data).toBeNull();
  // The same bytes at another address are stored once.
  expect(await store({ ...second, ...file })).toBe(true);
  expect((await copies(A, B)).map(({ hash }) => hash)).toEqual([HASH, HASH]);
  expect(await owner.query('select from private.picture_files')).toHaveLength(1);
  expect(await claim()).toEqual([]);
});

test.each([
  ['no type of a picture', { type: 'image/svg+xml' }],
  ['no width', { width: 0 }],
  ['no bytes', { data: '' }],
  ['more than 10 MB', { data: Buffer.alloc(10_000_001).toString('base64') }],
])('a copy with %s is refused', async (_what, change) => {
  await savePost(`![Bild](${A})`);
  const [claimed] = await claim();
  // The API of the embedded backend takes no body of that size.
  await expect(
    owner.query('select public.store_picture($1, $2::text::jsonb)', [
      shell,
      JSON.stringify({ ...claimed, ...file, ...change }),
    ]),
  ).rejects.toThrow(/picture_files_/);
  expect(await copies(A)).toEqual([]);
});

test.each(['claim_pictures', 'store_picture', 'read_picture'])('%s is for shells', async (name) => {
  const [made] = await owner.query<{ token: string }>('select shipping.operator_token() as token');
  const args = { most: 1, is_tidying: false, picture: {}, hash: HASH };
  const wanted =
    { claim_pictures: ['most', 'is_tidying'], store_picture: ['picture'], read_picture: ['hash'] }[name] ?? [];
  const given = Object.fromEntries(Object.entries(args).filter(([key]) => wanted.includes(key)));
  for (const token of [made?.token, 'ki_0123456789ab_0', null]) {
    expect((await as.staff.rpc(name, { token, ...given })).error?.code).toBe('42501');
  }
  const { error } = await call(name, given);
  expect(error?.code).not.toBe('42501');
});

describe('a failure', () => {
  const failure = 'The host answered 503.';

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
    await savePost(`![Bild](${A})`);
    const [claimed] = await claim();
    await store({ ...claimed, failure, isFinal: true });
    await waitForAttempt();
    expect(await claim()).toEqual([]);
    expect(await owner.query('select failure from private.picture_copies')).toEqual([{ failure }]);
  });
});

test('a claim ends after two minutes, and what it led to is not stored after the next', async () => {
  await savePost(`![Bild](${A})`);
  const [late] = await claim();
  expect(await claim()).toEqual([]);
  await owner.query('update private.picture_copies set due_at = now()');
  const [next] = await claim();
  expect(await store({ ...late, ...file })).toBe(false);
  expect(await copies(A)).toEqual([]);
  expect(await store({ ...next, ...file })).toBe(true);
  expect(await store({ ...next, failure: 'late' })).toBe(false);
});

test('pages with pictures get another version with a copy, and with nothing else', async () => {
  const version = async () => (await as.visitor.rpc('content_versions')).data.pictures;
  const first = await version();
  const id = await savePost(`![Bild](${A}) ![Bild](${B})`);
  const [claimed, other] = await claim();
  await store({ ...other, failure: 'The host does not answer.' });
  expect(await version()).toBe(first);
  await store({ ...claimed, ...file });
  const second = await version();
  expect(second).not.toBe(first);
  await update(id, `![Bild](${A}) ![Bild](${B}) und Text`);
  expect(await version()).toBe(second);
});
