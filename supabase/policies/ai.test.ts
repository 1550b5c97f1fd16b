import { beforeEach, describe, expect, test } from 'vitest';
import { type Account, givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call, remove, restore } = givenRecords(backend);

type Client = Account['client'];
let colleague: Account;
beforeEach(async () => {
  colleague = await backend.signUp('kollegin@example.com');
});

const take = async ({ client }: Account, kind = 'web-search') => client.rpc('take_ai_call', { kind });
const usage = (model: string, input_tokens: number, output_tokens: number) => ({ model, input_tokens, output_tokens });
const note = (receipt: string, used: object, client: Client = as.staff) =>
  client.rpc('note_ai_usage', { receipt, usage: used });

/** Takes a call, and notes what it used. */
async function used(tokens: object, more: { kind?: string; subject?: string } = {}, { client } = backend.staff) {
  const receipt = await call('take_ai_call', { kind: 'web-search', ...more }, client);
  await note(receipt, tokens, client).throwOnError();
}
const stored = () =>
  owner.query('select model, input_tokens, output_tokens, cost::float, currency from private.ai_calls');

describe('the limit of AI calls', () => {
  beforeEach(async () => {
    await owner.query('update private.settings set ai_calls_of_account = 2, ai_calls_in_all = 3');
  });
  const today = async ({ client } = backend.staff) => (await call('ai_calls_today', {}, client))[0];

  test('counts them for the account and for all', async () => {
    const { staff } = backend;
    for (const [account, code] of [[staff], [staff], [staff, 'PT429'], [colleague], [colleague, 'PT429']] as const)
      expect((await take(account)).error?.code).toBe(code);
    expect(await today(colleague)).toMatchObject({ mine: 1, of_account: 2, everybodys: 3, in_all: 3 });
  });

  test.each(['Europe/Zurich', 'Pacific/Auckland', 'UTC'])('renews at midnight of a site in %s', async (zone) => {
    await owner.query('update public.site set time_zone = $1', [zone]);
    await owner.query('update private.settings set ai_calls_of_account = 1');
    const renewal = new Date((await today()).renews_at);
    expect(new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(renewal)).toBe('00:00:00');
    expect((await take(backend.staff)).error).toBeNull();
    expect((await take(backend.staff)).error?.message).toContain(` at 00:00, ${zone} time.`);
    expect(renewal.getTime()).toBeGreaterThan(Date.now());
    // The day on which clocks go back has 25 hours.
    expect(renewal.getTime()).toBeLessThanOrEqual(Date.now() + 25 * 3600 * 1000);
  });

  test('gives a call back by its receipt, and to its own account only', async () => {
    const { data: receipt } = await take(backend.staff);
    await colleague.client.rpc('give_back_ai_call', { receipt });
    expect(await today()).toMatchObject({ mine: 1 });
    await as.staff.rpc('give_back_ai_call', { receipt });
    expect(await today()).toMatchObject({ mine: 0 });
  });

  test('still counts calls of a deleted account for all', async () => {
    await take(colleague);
    await owner.query('delete from auth.users where id = $1', [colleague.id]);
    expect(await today()).toMatchObject({ mine: 0, everybodys: 1 });
  });
});

describe('the cost of AI calls', () => {
  test.each([
    ['tokens and request at the published prices', usage('sonar-pro', 1000, 2000), 0.039, 'USD'],
    ['tokens without a price, and no money', usage('sonar', 10, 20), null, null],
  ])('is stored: %s', async (_, tokens, cost, currency) => {
    await used(tokens);
    expect(await stored()).toEqual([{ ...tokens, cost, currency }]);
  });

  test.each([
    ['gemini-3.8-flash', '2026-12-31', 4.5],
    ['gemini-3.8-flash', '2027-01-01', 9],
    ['sonar-pro', '2027-01-01', 18.006],
    ['gemini-3.8', '2027-01-01', null],
  ])('of a million tokens read and written by %s on %s is %s', async (model, day, cost) => {
    const sql = 'select private.ai_cost($1, 1000000, 1000000, $2::date)::float as cost';
    expect(await owner.query(sql, [model, day])).toEqual([{ cost }]);
  });

  test('is noted once, and by the account of the receipt only', async () => {
    const { data: receipt } = await take(backend.staff);
    await note(receipt, usage('sonar', 9, 9), colleague.client).throwOnError();
    expect(await stored()).toMatchObject([{ model: null }]);
    await note(receipt, usage('sonar', 1, 2)).throwOnError();
    await note(receipt, usage('sonar', 3, 4)).throwOnError();
    expect(await stored()).toMatchObject([{ input_tokens: 1, output_tokens: 2 }]);
  });

  test.each([
    ['negative tokens', usage('sonar', -1, 0)],
    ['more tokens than an answer has', usage('sonar', 0, 10_000_001)],
    ['a name with spaces', usage('so nar', 1, 1)],
    ['a name of 101 characters', usage('s'.repeat(101), 1, 1)],
    ['no name', { input_tokens: 1, output_tokens: 1 }],
  ])('is refused with %s, and the call stays without usage', async (_, wrong) => {
    const { data: receipt } = await take(backend.staff);
    expect((await note(receipt, wrong)).error?.code).toBe('23514');
    expect(await stored()).toMatchObject([{ model: null, input_tokens: null, output_tokens: null, cost: null }]);
  });

  test('is not made by an unknown function, which takes no call', async () => {
    expect((await take(backend.staff, 'poems')).error?.code).toBe('23514');
  });

  const record = crypto.randomUUID();
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['ai_estimates', {}],
    ['ai_costs_of', { records: [record] }],
    ['ai_calls_this_month', {}],
    ['ai_calls_today', {}],
  ])('is not told to an account without rights: %s', async (name, args) => {
    await used(usage('sonar', 1, 1), { subject: record });
    expect(await call(name, args)).not.toEqual([]);
    expect(await call(name, args, as.outsider)).toEqual([]);
  });

  test('is estimated by the median of the last 20 calls of a function by anybody, once one noted its usage', async () => {
    await take(backend.staff);
    expect(await call('ai_estimates')).toEqual([]);
    await owner.execute('update private.settings set ai_calls_of_account = 50, ai_calls_in_all = 50');
    for (let place = 0; place < 5; place += 1) await used(usage('sonar-pro', 900_000, 0));
    for (let place = 1; place <= 20; place += 1)
      await used(usage('sonar-pro', place * 1000, 0), {}, place % 2 ? colleague : backend.staff);
    await used(usage('gemini', 4, 3), { kind: 'blog-ideas' });
    expect(await call('ai_estimates')).toEqual([
      { kind: 'blog-ideas', calls: 1, tokens: 7, cost: null, currency: 'USD' },
      { kind: 'web-search', calls: 20, tokens: 10_500, cost: 0.0375, currency: 'USD' },
    ]);
  });

  test('of a record sums its calls; one without a price leaves the money open', async () => {
    await used(usage('sonar-pro', 400, 100), { subject: record }, colleague);
    const sum = { record, calls: 1, tokens: 500, cost: 0.0087, currency: 'USD' };
    expect(await call('ai_costs_of', { records: [record, ids.publishedPost] })).toEqual([sum]);
    await used(usage('another', 0, 1), { subject: record }, colleague);
    expect(await call('ai_costs_of', { records: [record] })).toMatchObject([{ calls: 2, tokens: 501, cost: null }]);
  });

  test('of a post is that of the claim which wrote it', async () => {
    const subject = await claimed();
    await used(usage('gemini', 5, 6), { kind: 'generate-article', subject });
    const record = (await store(subject)).data?.id;
    expect(await call('ai_costs_of', { records: [record] })).toMatchObject([{ record, calls: 1, tokens: 11 }]);
  });

  test('of this month has the calls of everybody since its first day, in the time zone of the site', async () => {
    await used(usage('sonar-pro', 1000, 0));
    await owner.execute(`
      update public.site set time_zone = 'Pacific/Auckland';
      update private.ai_calls set day = date_trunc('month', now() at time zone 'Pacific/Auckland')::date - 1`);
    await used(usage('sonar-pro', 300, 0));
    await used(usage('sonar-pro', 500, 100), {}, colleague);
    await take(colleague);
    const sum = { calls: 3, tokens: 900, cost: 0.0159, currency: 'USD' };
    expect(await call('ai_calls_this_month', {}, colleague.client)).toEqual([sum]);
  });

  test('of this month is open when a call has no price, or one of another currency', async () => {
    const sum = () => call('ai_calls_this_month');
    expect(await sum()).toMatchObject([{ calls: 0, tokens: 0, cost: null }]);
    await used(usage('sonar-pro', 500, 100));
    await used(usage('another', 1, 2));
    expect(await sum()).toMatchObject([{ calls: 2, tokens: 603, cost: null }]);
    await owner.execute("update private.ai_calls set cost = 2, currency = 'CHF' where model = 'another'");
    expect(await sum()).toMatchObject([{ tokens: 603, cost: null }]);
  });
});

const IDEA = { title: 'Idee', description: 'Worum' };
const DRAFT = { title: 'Idee', slug: 'idee', content: 'Text', excerpt: 'Anriss', category_id: null, author: 'Anna' };
const claim = async (idea: object = IDEA) => (await call('claim_article', { idea }))[0];
const claimed = async (idea?: object): Promise<string> => (await claim(idea)).receipt;
const store = (receipt: string, draft: object = DRAFT, client: Client = as.staff) =>
  client.rpc('store_article', { receipt, draft }).maybeSingle<{ id: string; slug: string }>();
const free = (receipt: string, client: Client = as.staff) => client.rpc('free_article', { receipt });

describe('the claim of an article', () => {
  const posts = async () => (await as.staff.from('posts').select('slug, published_at').eq('title', 'Idee')).data;

  test('stores once', async () => {
    const receipt = await claimed();
    const first = await store(receipt);
    expect(first.error).toBeNull();
    expect((await store(receipt)).data).toEqual(first.data);
    expect(await posts()).toEqual([{ slug: 'idee', published_at: null }]);
    expect(await claim()).toEqual({ receipt: null, ...first.data });
  });

  test('stores at the first free number of an address', async () => {
    for (const slug of ['idee', 'idee-2', 'idee-3'])
      expect((await store(await claimed({ title: slug }))).data).toMatchObject({ slug });
  });

  test('stays as it was after a draft that cannot be stored', async () => {
    const receipt = await claimed();
    expect((await store(receipt, { ...DRAFT, content: ' ' })).error?.code).toBe('23514');
    expect((await store(receipt, { ...DRAFT, category_id: ids.workshop })).error?.code).toBe('23503');
    expect(await posts()).toEqual([]);
    expect((await store(receipt)).error).toBeNull();
  });

  test('stores nothing once it has expired and another call has claimed', async () => {
    const receipt = await claimed();
    await owner.execute("update private.article_claims set claimed_at = now() - interval '11 minutes'");
    const next = await claimed();
    expect((await store(receipt)).error?.code).toBe('PT409');
    expect((await store(next)).error).toBeNull();
    expect(await posts()).toHaveLength(1);
  });

  test('can be made again when it was released, which is too late when it is stored', async () => {
    await free(await claimed());
    const again = await claimed();
    await store(again);
    await free(again);
    expect(await claim()).toMatchObject({ receipt: null, slug: 'idee' });
  });

  test('is released by deleting the draft, even if the draft is restored', async () => {
    const id = (await store(await claimed())).data?.id ?? '';
    await remove('posts', id);
    expect((await restore(id)).error).toBeNull();
    expect(await claimed()).toEqual(expect.any(String));
  });

  test('is neither stored nor released with the receipt of another account', async () => {
    const receipt = await claimed();
    expect((await store(receipt, DRAFT, as.outsider)).error?.code).toBe('PT409');
    await free(receipt, as.outsider);
    expect((await store(receipt)).error).toBeNull();
  });
});
