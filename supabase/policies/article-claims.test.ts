import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const IDEA = { title: 'Idee', description: 'Worum' };
const DRAFT = { title: 'Idee', slug: 'idee', content: 'Text', excerpt: 'Anriss', category_id: null, author: 'Anna' };

async function claimed(idea: object = IDEA): Promise<string> {
  const { data, error } = await backend.as.staff.rpc('claim_article', { idea }).single<{ receipt: string }>();
  if (error) throw error;
  return data.receipt;
}

const store = (receipt: string, draft: object = DRAFT, client = backend.as.staff) =>
  client.rpc('store_article', { receipt, draft }).maybeSingle<{ id: string; slug: string }>();

const posts = async () => (await backend.as.staff.from('posts').select('slug, published_at').eq('title', 'Idee')).data;

test('one of several concurrent claims is granted, whatever the order of the fields', async () => {
  const claim = (idea: object) => backend.as.staff.rpc('claim_article', { idea });
  const { title, description } = IDEA;
  const answers = await Promise.all([claim(IDEA), claim({ description, title }), claim(IDEA)]);
  expect(answers.map(({ error }) => error?.code ?? 'granted').sort()).toEqual(['PT409', 'PT409', 'granted']);
});

test('storing twice with the same receipt stores once', async () => {
  const receipt = await claimed();
  const first = await store(receipt);
  expect(first.error).toBeNull();
  expect((await store(receipt)).data).toEqual(first.data);
  expect(await posts()).toEqual([{ slug: 'idee', published_at: null }]);
  const { data } = await backend.as.staff.rpc('claim_article', { idea: IDEA }).single();
  expect(data).toEqual({ receipt: null, ...first.data });
});

test('a taken address gets the first free number', async () => {
  const slugs = [];
  for (const title of ['a', 'b', 'c']) slugs.push((await store(await claimed({ title }))).data?.slug);
  expect(slugs).toEqual(['idee', 'idee-2', 'idee-3']);
});

test('a draft that cannot be stored leaves the claim as it was', async () => {
  const receipt = await claimed();
  expect((await store(receipt, { ...DRAFT, content: ' ' })).error?.code).toBe('23514');
  expect((await store(receipt, { ...DRAFT, category_id: ids.workshop })).error?.code).toBe('23503');
  expect(await posts()).toEqual([]);
  expect((await store(receipt)).error).toBeNull();
});

test('an expired claim that another call has claimed stores nothing', async () => {
  const receipt = await claimed();
  await backend.owner.execute("update private.article_claims set claimed_at = now() - interval '11 minutes'");
  const next = await claimed();
  expect((await store(receipt)).error?.code).toBe('PT409');
  expect((await store(next)).error).toBeNull();
  expect(await posts()).toHaveLength(1);
});

test('a released claim can be claimed again, a stored one cannot be released', async () => {
  const receipt = await claimed();
  await backend.as.staff.rpc('free_article', { receipt });
  const again = await claimed();
  await store(again);
  await backend.as.staff.rpc('free_article', { receipt: again });
  const { data } = await backend.as.staff.rpc('claim_article', { idea: IDEA }).single();
  expect(data).toMatchObject({ receipt: null, slug: 'idee' });
});

test('deleting the draft releases the claim, even if the draft is restored', async () => {
  const { data: post } = await store(await claimed());
  await backend.as.staff.from('posts').delete().eq('id', post?.id);
  expect((await backend.as.staff.rpc('restore_deleted', { deleted: post?.id })).error).toBeNull();
  expect(await claimed()).toEqual(expect.any(String));
});

test('an outsider cannot claim, and cannot store or release with the receipt of another account', async () => {
  expect((await backend.as.outsider.rpc('claim_article', { idea: IDEA })).error?.code).toBe('42501');
  const receipt = await claimed();
  expect((await store(receipt, DRAFT, backend.as.outsider)).error?.code).toBe('PT409');
  await backend.as.outsider.rpc('free_article', { receipt });
  expect((await store(receipt)).error).toBeNull();
});
