import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, type PolicyBackend, startPolicyBackend } from './backend.ts';
import { ids } from './ids.ts';

let backend: PolicyBackend;
let colleague: Account;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  colleague = await backend.signUp('kollegin@example.com');
});
afterAll(() => backend.close());

const usage = (model: string, input_tokens: number, output_tokens: number) => ({ model, input_tokens, output_tokens });

interface Call {
  readonly kind?: string;
  readonly subject?: string;
  readonly used?: object;
}

/** Takes a call, and notes what it used. */
async function called({ client }: Account, { kind = 'web-search', subject, used }: Call = {}): Promise<string> {
  const { data: receipt } = await client.rpc('take_ai_call', { kind, subject }).throwOnError();
  if (used) await client.rpc('note_ai_usage', { receipt, usage: used }).throwOnError();
  return receipt;
}

const stored = () =>
  backend.owner.query('select model, input_tokens, output_tokens, cost::float, currency from private.ai_calls');

test('a call costs its tokens and its request at the published prices', async () => {
  await called(backend.staff, { used: usage('sonar-pro', 1000, 2000) });
  expect(await stored()).toEqual([
    { model: 'sonar-pro', input_tokens: 1000, output_tokens: 2000, cost: 0.039, currency: 'USD' },
  ]);
});

test.each([
  ['gemini-3.8-flash', '2026-12-31', 4.5],
  ['gemini-3.8-flash', '2027-01-01', 9],
  ['sonar-pro', '2027-01-01', 18.006],
  ['gemini-3.8', '2027-01-01', null],
])('a million tokens read and written by %s on %s cost %s', async (model, day, cost) => {
  const [found] = await backend.owner.query('select private.ai_cost($1, 1000000, 1000000, $2::date)::float as cost', [
    model,
    day,
  ]);
  expect(found).toEqual({ cost });
});

test('without a price tokens are stored, and no money', async () => {
  await called(backend.staff, { used: usage('sonar', 10, 20) });
  expect(await stored()).toEqual([{ model: 'sonar', input_tokens: 10, output_tokens: 20, cost: null, currency: null }]);
});

test('usage is noted once, and by the account of the receipt only', async () => {
  const receipt = await called(backend.staff);
  await colleague.client.rpc('note_ai_usage', { receipt, usage: usage('sonar', 9, 9) }).throwOnError();
  expect(await stored()).toMatchObject([{ model: null }]);
  await backend.as.staff.rpc('note_ai_usage', { receipt, usage: usage('sonar', 1, 2) }).throwOnError();
  await backend.as.staff.rpc('note_ai_usage', { receipt, usage: usage('sonar', 3, 4) }).throwOnError();
  expect(await stored()).toMatchObject([{ input_tokens: 1, output_tokens: 2 }]);
});

test.each([
  ['negative tokens', usage('sonar', -1, 0)],
  ['more tokens than an answer has', usage('sonar', 0, 10_000_001)],
  ['a name with spaces', usage('so nar', 1, 1)],
  ['a name of 101 characters', usage('s'.repeat(101), 1, 1)],
  ['no name', { input_tokens: 1, output_tokens: 1 }],
])('%s: refused, and the call stays without usage', async (_, used) => {
  const receipt = await called(backend.staff);
  const { error } = await backend.as.staff.rpc('note_ai_usage', { receipt, usage: used });
  expect(error?.code).toBe('23514');
  expect(await stored()).toMatchObject([{ model: null, input_tokens: null, output_tokens: null, cost: null }]);
});

test('an unknown function takes no call', async () => {
  const { error } = await backend.as.staff.rpc('take_ai_call', { kind: 'poems' });
  expect(error?.code).toBe('23514');
});

describe('the estimate', () => {
  const estimates = async () => (await backend.as.staff.rpc('ai_estimates').throwOnError()).data;

  test('is not there before the first call that noted its usage', async () => {
    await called(backend.staff);
    expect(await estimates()).toEqual([]);
  });

  test('is the median of the last 20 calls of a function by anybody, at the published prices', async () => {
    await backend.owner.execute('update private.settings set ai_calls_of_account = 50, ai_calls_in_all = 50');
    for (let place = 0; place < 5; place += 1) await called(backend.staff, { used: usage('sonar-pro', 900_000, 0) });
    for (let place = 1; place <= 20; place += 1)
      await called(place % 2 ? colleague : backend.staff, { used: usage('sonar-pro', place * 1000, 0) });
    await called(backend.staff, { kind: 'blog-ideas', used: usage('gemini', 4, 3) });
    expect(await estimates()).toEqual([
      { kind: 'blog-ideas', calls: 1, tokens: 7, cost: null, currency: 'USD' },
      { kind: 'web-search', calls: 20, tokens: 10_500, cost: 0.0375, currency: 'USD' },
    ]);
  });

  test('has no row for an account without rights', async () => {
    await called(backend.staff, { used: usage('sonar', 1, 1) });
    expect((await backend.as.outsider.rpc('ai_estimates').throwOnError()).data).toEqual([]);
  });
});

describe('the cost of a record', () => {
  const of = async (client: Account['client'], ...records: string[]) =>
    (await client.rpc('ai_costs_of', { records }).throwOnError()).data;
  const workflow = crypto.randomUUID();

  test('sums the calls of a workflow; one without a price leaves the money open', async () => {
    await called(colleague, { subject: workflow, used: usage('sonar-pro', 400, 100) });
    expect(await of(backend.as.staff, workflow, ids.publishedPost)).toEqual([
      { record: workflow, calls: 1, tokens: 500, cost: 0.0087, currency: 'USD' },
    ]);
    await called(colleague, { subject: workflow, used: usage('another', 0, 1) });
    expect(await of(backend.as.staff, workflow)).toMatchObject([{ calls: 2, tokens: 501, cost: null }]);
  });

  test('a post has that of the claim which wrote it', async () => {
    const claim = await colleague.client
      .rpc('claim_article', { idea: { title: 'Idee' } })
      .single<{ receipt: string }>()
      .throwOnError();
    const { receipt } = claim.data;
    await called(colleague, { kind: 'generate-article', subject: receipt, used: usage('gemini', 5, 6) });
    const draft = { title: 'Idee', slug: 'idee', content: 'Text', author: 'Redaktion' };
    const post = await colleague.client
      .rpc('store_article', { receipt, draft })
      .single<{ id: string }>()
      .throwOnError();
    expect(await of(backend.as.staff, post.data.id)).toMatchObject([{ record: post.data.id, calls: 1, tokens: 11 }]);
  });

  test('is not told to an account without rights', async () => {
    await called(colleague, { subject: workflow, used: usage('sonar', 1, 1) });
    expect(await of(backend.as.outsider, workflow)).toEqual([]);
  });
});

describe('the sum of this month', () => {
  const sum = async (client: Account['client']) => (await client.rpc('ai_calls_this_month').throwOnError()).data;

  test('has the calls of everybody since the first of the month, in the time zone of the site', async () => {
    await called(backend.staff, { used: usage('sonar-pro', 1000, 0) });
    await backend.owner.execute(`
      update public.site set time_zone = 'Pacific/Auckland';
      update private.ai_calls set day = date_trunc('month', now() at time zone 'Pacific/Auckland')::date - 1`);
    await called(backend.staff, { used: usage('sonar-pro', 300, 0) });
    await called(colleague, { used: usage('sonar-pro', 500, 100) });
    await called(colleague);
    expect(await sum(colleague.client)).toEqual([{ calls: 3, tokens: 900, cost: 0.0159, currency: 'USD' }]);
  });

  test('has no cost when a call has no price, or one of another currency', async () => {
    expect(await sum(backend.as.staff)).toMatchObject([{ calls: 0, tokens: 0, cost: null }]);
    await called(colleague, { used: usage('sonar-pro', 500, 100) });
    await called(colleague, { used: usage('another', 1, 2) });
    expect(await sum(backend.as.staff)).toMatchObject([{ calls: 2, tokens: 603, cost: null }]);
    await backend.owner.execute("update private.ai_calls set cost = 2, currency = 'CHF' where model = 'another'");
    expect(await sum(backend.as.staff)).toMatchObject([{ tokens: 603, cost: null }]);
  });

  test('is not told to an account without rights', async () => {
    expect(await sum(backend.as.outsider)).toEqual([]);
  });
});
