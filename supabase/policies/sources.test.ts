import { expect, test } from 'vitest';
import { givenBackend, type Role } from './testing/backend.ts';
import { givenProgram } from './testing/jobs.ts';
import { givenRecords } from './testing/records.ts';
import { makeToken } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;
const records = givenRecords(backend);
const { claim, finish, token: reader } = givenProgram(backend, 'read_source');

const PAGE = 'https://studie.example/ki';
const SOURCES = [{ url: PAGE, title: 'Studie' }, { url: 'https://amt.example/' }];
const DRAFT = { title: 'Idee', slug: 'idee', content: 'Text', excerpt: 'Anriss', category_id: null, author: 'Anna' };

const queue = (receipt: string, sources: unknown = SOURCES, role: Role = 'staff') =>
  as[role].rpc('queue_sources', { receipt, sources });
/** The receipt of a claim of an article. */
const givenReceipt = async (): Promise<string> =>
  (await records.call('claim_article', { idea: { title: 'Idee' } }))[0].receipt;
async function givenSources(sources: unknown = SOURCES): Promise<string> {
  const receipt = await givenReceipt();
  await queue(receipt, sources).throwOnError();
  return receipt;
}
const storeArticle = async (receipt: string): Promise<string> =>
  (await records.call('store_article', { receipt, draft: DRAFT }))[0].id;

const rows = async () => (await as.staff.from('sources').select().order('number')).data ?? [];

test('sources of a claim wait, are read, and belong to its article', async () => {
  const receipt = await givenSources();
  const [first, second] = await claim();
  const failure = 'The host answered 404.';
  expect([first, second]).toMatchObject(SOURCES.map(({ url }) => ({ input: { url }, attempt: 1 })));
  expect(await finish(first, { text: 'Was die Seite sagt.' })).toBe(true);
  expect(await finish(second, { failure, isFinal: true })).toBe(true);
  expect(await records.call('read_sources', { receipt })).toEqual([
    { ...SOURCES[0], number: 1, state: 'read', failure: null, text: 'Was die Seite sagt.' },
    { ...SOURCES[1], number: 2, title: null, state: 'unreadable', failure, text: null },
  ]);
  expect(await rows()).toMatchObject([{ post_id: null }, { post_id: null }]);
  const post_id = await storeArticle(receipt);
  expect(await rows()).toMatchObject([{ post_id }, { post_id }]);
  expect(await claim()).toEqual([]);
});

test('only the holder of a claim lists, reads and cites its sources, until the article is stored', async () => {
  const receipt = await givenSources();
  await owner.query("insert into private.staff (user_id, role) values ($1, 'publisher')", [backend.outsider.id]);
  const codes = async (role: Role) => {
    const answers = await Promise.all([
      queue(receipt, SOURCES, role),
      as[role].rpc('read_sources', { receipt }),
      as[role].rpc('cite_sources', { receipt, sources: [] }),
    ]);
    return answers.map(({ error }) => error?.code);
  };
  expect(await codes('outsider')).toEqual(Array(3).fill('PT409'));
  await storeArticle(receipt);
  expect(await codes('staff')).toEqual(Array(3).fill('PT409'));
});

test.each<readonly [string, unknown, string]>([
  ['51 sources', Array.from({ length: 51 }, () => ({ url: PAGE })), 'PT400'],
  ['no list', {}, 'PT400'],
  ['another protocol', [{ url: 'file:///etc/passwd' }], '23514'],
  ['a long address', [{ url: `https://a.example/${'a'.repeat(2_000)}` }], '23514'],
])('%s are not queued', async (_what, sources, code) => {
  expect((await queue(await givenReceipt(), sources)).error?.code).toBe(code);
  expect(await rows()).toEqual([]);
});

test('programs of the release before claim and finish with the source in place of the job', async () => {
  await givenSources();
  const by = (name: string, args: object, token = reader()) => as.visitor.rpc(name, { token, ...args });
  const [first, second] = (await by('claim_sources', { most: 5 }).throwOnError()).data;
  expect([first, second]).toEqual(SOURCES.map(({ url }) => ({ id: expect.any(String), url, attempt: 1 })));
  const finishAs = async (result: object) => (await by('finish_source', { result })).data;
  expect(await finishAs({ ...first, attempt: 2, text: 'Zu früh' })).toBe(false);
  expect(await finishAs({ ...first, text: 'Text' })).toBe(true);
  expect(await finishAs({ ...second, failure: 'The host answered 404.', isFinal: true })).toBe(true);
  expect(await rows()).toMatchObject([{ text: 'Text' }, { failure: 'The host answered 404.' }]);
  for (const token of [await makeToken(backend, 'shell'), '', 'ki_a_b'])
    expect((await by('claim_sources', { most: 1 }, token)).error?.code).toBe('42501');
});

test('what the model quotes is kept as it says it, and a source that it adds is not read', async () => {
  const receipt = await givenSources([{ url: PAGE }]);
  const quotes = [{ sentence: 'Das hilft [1].', quote: 'Es hilft.' }];
  const sources = [
    { url: PAGE, quotes },
    { url: 'https://genannt.example/', title: 'Genannt' },
  ];
  await records.call('cite_sources', { receipt, sources });
  const failure = 'The model named this source. Only sources of the request are read.';
  expect(await rows()).toMatchObject([
    { number: 1, state: 'waiting', quotes },
    { number: 2, state: 'unreadable', failure },
  ]);
});

test('sources without an article end after a day', async () => {
  await givenSources();
  for (const [hours, left] of [
    [23, 2],
    [25, 0],
  ]) {
    await owner.execute(`update public.sources set created_at = now() - interval '${hours} hours'`);
    await claim(0);
    expect(await rows()).toHaveLength(left as number);
  }
});

test('sources of a deleted article stay as long as the audit log can restore it', async () => {
  const post = await storeArticle(await givenSources());
  await records.remove('posts', post);
  await claim(0);
  expect(await rows()).toHaveLength(2);
  await records.restore(post).throwOnError();
  await owner.query('delete from public.trail');
  expect((await records.stored('posts', post)).id).toBe(post);
  expect(await rows()).toHaveLength(2);
  await records.remove('posts', post);
  await owner.query('delete from public.trail');
  expect(await rows()).toEqual([]);
});
