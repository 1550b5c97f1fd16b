import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { givenBackend, type Role } from './testing/backend.ts';

const backend = givenBackend();
const { as, owner } = backend;
let reader = '';
let shell = '';

beforeEach(async () => {
  await owner.execute('delete from public.sources');
  const makeToken = async (kind: string) => {
    const [made] = await owner.query<{ token: string }>(
      "select shipping.make_token($1, null, '{}', null, 'test') as token",
      [kind],
    );
    return made?.token ?? '';
  };
  reader = await makeToken('sources');
  shell = await makeToken('shell');
});

const PAGE = 'https://studie.example/ki';
const SOURCES = [{ url: PAGE, title: 'Studie' }, { url: 'https://amt.example/' }];
const DRAFT = { title: 'Idee', slug: 'idee', content: 'Text', excerpt: 'Anriss', category_id: null, author: 'Anna' };

async function claimed(title = 'Idee'): Promise<string> {
  const { data, error } = await as.staff.rpc('claim_article', { idea: { title } }).single<{ receipt: string }>();
  if (error) throw error;
  return data.receipt;
}

const queue = (receipt: string, sources: unknown = SOURCES, role: Role = 'staff') =>
  as[role].rpc('queue_sources', { receipt, sources: sources as never });

async function queued(sources: unknown = SOURCES): Promise<string> {
  const receipt = await claimed();
  expect((await queue(receipt, sources)).error).toBeNull();
  return receipt;
}

const claim = (most = 5, token = reader) => as.visitor.rpc('claim_sources', { token, most });
const finish = (result: object, token = reader) => as.visitor.rpc('finish_source', { token, result: result as never });

const claimsSchema = z.array(z.object({ id: z.string(), url: z.string(), attempt: z.number() }));
async function claims(most?: number) {
  const { data, error } = await claim(most);
  if (error) throw error;
  return claimsSchema.parse(data);
}

const rows = async () => (await as.staff.from('sources').select().order('number')).data ?? [];
const endClaims = () => owner.query('update public.sources set due_at = now()');

async function settled(receipt: string): Promise<string> {
  const { data, error } = await as.staff.rpc('store_article', { receipt, draft: DRAFT }).single<{ id: string }>();
  if (error) throw error;
  return data.id;
}

test('sources of a claim wait, are read, and belong to its article', async () => {
  const receipt = await queued();
  const [first, second] = await claims();
  expect([first, second]).toMatchObject([
    { url: PAGE, attempt: 1 },
    { url: 'https://amt.example/', attempt: 1 },
  ]);
  expect((await finish({ ...first, text: 'Was die Seite sagt.' })).data).toBe(true);
  expect((await finish({ ...second, failure: 'The host answered 404.', isFinal: true })).data).toBe(true);
  const read = await as.staff.rpc('read_sources', { receipt });
  expect(read.data).toEqual([
    { number: 1, url: PAGE, title: 'Studie', state: 'read', failure: null, text: 'Was die Seite sagt.' },
    {
      number: 2,
      url: 'https://amt.example/',
      title: null,
      state: 'unreadable',
      failure: 'The host answered 404.',
      text: null,
    },
  ]);
  expect(await rows()).toMatchObject([{ post_id: null }, { post_id: null }]);
  const post = await settled(receipt);
  expect(await rows()).toMatchObject([{ post_id: post }, { post_id: post }]);
  expect(await claims()).toEqual([]);
});

test('only the holder of a claim lists, reads and cites its sources, until the article is stored', async () => {
  const receipt = await queued();
  await owner.query("insert into private.staff (user_id, role) values ($1, 'publisher')", [backend.outsider.id]);
  const asOther = [
    queue(receipt, SOURCES, 'outsider'),
    as.outsider.rpc('read_sources', { receipt }),
    as.outsider.rpc('cite_sources', { receipt, sources: [] }),
  ];
  for (const { error } of await Promise.all(asOther)) expect(error?.code).toBe('PT409');
  await settled(receipt);
  const afterwards = [
    queue(receipt),
    as.staff.rpc('read_sources', { receipt }),
    as.staff.rpc('cite_sources', { receipt, sources: [] }),
  ];
  for (const { error } of await Promise.all(afterwards)) expect(error?.code).toBe('PT409');
});

test.each<readonly [string, unknown, string]>([
  ['51 sources', Array.from({ length: 51 }, () => ({ url: PAGE })), 'PT400'],
  ['no list', {}, 'PT400'],
  ['another protocol', [{ url: 'file:///etc/passwd' }], '23514'],
  ['a long address', [{ url: `https://a.example/${'a'.repeat(2_000)}` }], '23514'],
])('%s are not queued', async (_what, sources, code) => {
  expect((await queue(await claimed(), sources)).error?.code).toBe(code);
  expect(await rows()).toEqual([]);
});

test('a claim of a process ends after a minute, and its late answer is dropped', async () => {
  await queued([{ url: PAGE }]);
  const [first] = await claims();
  expect(await claims()).toEqual([]);
  await endClaims();
  const [again] = await claims();
  expect(again).toEqual({ ...first, attempt: 2 });
  expect((await finish({ ...first, text: 'Zu spät' })).data).toBe(false);
  expect((await finish({ ...again, text: 'Rechtzeitig' })).data).toBe(true);
  expect(await rows()).toMatchObject([{ text: 'Rechtzeitig' }]);
});

test('a failure that can pass is tried again, the third is the last', async () => {
  await queued([{ url: PAGE }]);
  for (const attempt of [1, 2, 3]) {
    const [given] = await claims();
    expect(given).toMatchObject({ attempt });
    expect(await rows()).toMatchObject([{ state: 'waiting', failure: null }]);
    await finish({ ...given, failure: 'The host does not answer.', isFinal: false });
    await endClaims();
  }
  expect(await claims()).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'unreadable', failure: 'The host does not answer.' }]);
});

test('a source that ends the process three times is given up', async () => {
  await queued([{ url: PAGE }]);
  for (const _ of [1, 2, 3]) {
    expect(await claims()).toHaveLength(1);
    await endClaims();
  }
  expect(await claims()).toEqual([]);
  expect(await rows()).toMatchObject([{ failure: 'It could not be read in three attempts.' }]);
});

test('a token of another kind reads nothing, and that of sources does nothing else', async () => {
  await queued();
  for (const token of [shell, '', 'ki_a_b']) {
    expect((await claim(1, token)).error?.code).toBe('42501');
    expect((await finish({}, token)).error?.code).toBe('42501');
  }
  for (const name of ['read_registry', 'claim_uploads', 'claim_pictures'] as const) {
    const args = { token: reader, known: null, most: 1, is_tidying: false };
    const { known, most, is_tidying, token } = args;
    const own = { read_registry: { known }, claim_uploads: { most }, claim_pictures: { most, is_tidying } }[name];
    expect((await as.visitor.rpc(name, { token, ...own } as never)).error?.code).toBe('42501');
  }
  await owner.query("update shipping.deploy_tokens set revoked_at = now() where kind = 'sources'");
  expect((await claim()).error?.code).toBe('42501');
  await owner.query("update shipping.deploy_tokens set revoked_at = null where kind = 'sources'");
});

test('what the model quotes is kept as it says it, and a source that it adds is not read', async () => {
  const receipt = await queued([{ url: PAGE }]);
  const quotes = [{ sentence: 'Das hilft [1].', quote: 'Es hilft.' }];
  const cited = [
    { url: PAGE, quotes },
    { url: 'https://genannt.example/', title: 'Genannt' },
  ];
  expect((await as.staff.rpc('cite_sources', { receipt, sources: cited })).error).toBeNull();
  expect(await rows()).toMatchObject([
    { number: 1, state: 'waiting', quotes },
    { number: 2, state: 'unreadable', failure: 'The model named this source. Only sources of the request are read.' },
  ]);
});

test('sources without an article end after a day', async () => {
  await queued();
  await owner.execute("update public.sources set created_at = now() - interval '23 hours'");
  await claims(0);
  expect(await rows()).toHaveLength(2);
  await owner.execute("update public.sources set created_at = now() - interval '25 hours'");
  await claims(0);
  expect(await rows()).toEqual([]);
});

test('sources of a deleted article stay as long as the audit log can restore it', async () => {
  const post = await settled(await queued());
  await as.staff.from('posts').delete().eq('id', post).throwOnError();
  await claims(0);
  expect(await rows()).toHaveLength(2);
  await as.staff.rpc('restore_deleted', { deleted: post }).throwOnError();
  await owner.query('delete from public.trail');
  expect((await as.staff.from('posts').select('id').eq('id', post)).data).toHaveLength(1);
  expect(await rows()).toHaveLength(2);
  await as.staff.from('posts').delete().eq('id', post).throwOnError();
  await owner.query('delete from public.trail');
  expect(await rows()).toEqual([]);
});
