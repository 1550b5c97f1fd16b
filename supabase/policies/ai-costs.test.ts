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

const price = (model: string, input: number, output: number, request = 0) =>
  backend.as.staff.rpc('set_ai_price', { model, input, output, request }).throwOnError();

const stored = () =>
  backend.owner.query('select model, input_tokens, output_tokens, cost::float, currency from private.ai_calls');

const costs = async ({ client }: Account, args: object = {}) =>
  (await client.rpc('ai_costs', args).throwOnError()).data;

test('a call costs its tokens and its request at the prices of its time', async () => {
  await price('sonar-pro', 3, 15, 0.01);
  await called(backend.staff, { used: usage('sonar-pro', 1000, 2000) });
  await price('sonar-pro', 300, 1500, 1);
  expect(await stored()).toEqual([
    { model: 'sonar-pro', input_tokens: 1000, output_tokens: 2000, cost: 0.043, currency: 'CHF' },
  ]);
});

test('the exact name counts, then the longest that matches; underscores and percent signs are no wildcards', async () => {
  await price('*', 1, 0);
  await price('gemini-*', 2, 0);
  await price('gemini-3.8-*', 3, 0);
  await price('gemini-3.8-pro', 4, 0);
  await price('x_y', 5, 0);
  await price('%', 6, 0);
  const names = ['sonar', 'gemini-2', 'gemini-3.8-flash', 'gemini-3.8-pro', 'x_y', 'xzy'];
  const found = await backend.owner.query(
    'select private.ai_cost(m, 1000000, 0)::integer as cost from unnest($1::text[]) with ordinality n (m, place) order by place',
    [names],
  );
  expect(found.map((row) => row.cost)).toEqual([1, 2, 3, 4, 5, 1]);
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

  test('is the median of the last 20 calls of a function by anybody, at the present prices', async () => {
    await backend.owner.execute('update private.settings set ai_calls_of_account = 50, ai_calls_in_all = 50');
    for (let place = 0; place < 5; place += 1) await called(backend.staff, { used: usage('sonar', 900_000, 0) });
    for (let place = 1; place <= 20; place += 1)
      await called(place % 2 ? colleague : backend.staff, { used: usage('sonar', place * 1000, 0) });
    await called(backend.staff, { kind: 'blog-ideas', used: usage('gemini', 4, 3) });
    await price('sonar', 2, 2);
    expect(await estimates()).toEqual([
      { kind: 'blog-ideas', calls: 1, tokens: 7, cost: null, currency: 'CHF' },
      { kind: 'web-search', calls: 20, tokens: 10_500, cost: 0.021, currency: 'CHF' },
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
    await price('sonar', 1, 1);
    await called(colleague, { subject: workflow, used: usage('sonar', 400, 100) });
    expect(await of(backend.as.staff, workflow, ids.publishedPost)).toEqual([
      { record: workflow, calls: 1, tokens: 500, cost: 0.0005, currency: 'CHF' },
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

describe('costs by person and month', () => {
  beforeEach(async () => {
    await price('sonar', 1, 1);
    await called(backend.staff, { used: usage('sonar', 300, 0) });
    await called(colleague, { used: usage('sonar', 500, 500) });
    await called(colleague, { used: usage('gemini-3.8-flash', 7, 8) });
    await backend.owner.execute("update private.ai_calls set day = '2026-10-31'");
    await called(colleague);
    await backend.owner.execute("update private.ai_calls set day = '2026-11-01' where day <> '2026-10-31'");
  });

  const october = { month: '2026-10-01' };
  const sums = (calls: number, input: number, output: number, cost: number | null, unpriced: number) => ({
    calls,
    input_tokens: input,
    output_tokens: output,
    cost,
    unpriced,
  });

  test('operators see everybody, most expensive first; by default of the newest month', async () => {
    const data = await costs(backend.staff, october);
    expect(data).toMatchObject({
      currency: 'CHF',
      sets_prices: true,
      month: '2026-10-01',
      months: [
        { month: '2026-11-01', ...sums(1, 0, 0, null, 1) },
        { month: '2026-10-01', ...sums(3, 807, 508, 0.0013, 1) },
      ],
      total: 2,
      people: [
        { account: colleague.id, address: 'kollegin@example.com', ...sums(2, 507, 508, 0.001, 1) },
        { account: backend.staff.id, ...sums(1, 300, 0, 0.0003, 0) },
      ],
      prices: [{ model: 'sonar', input_price: 1, output_price: 1, request_price: 0 }],
      without_price: ['gemini-3.8-flash'],
    });
    expect(await costs(backend.staff)).toMatchObject({ month: '2026-11-01', people: [{ account: colleague.id }] });
    expect(await costs(backend.staff, { ...october, skip: 1, take: 1 })).toMatchObject({
      total: 2,
      people: [{ account: backend.staff.id }],
    });
  });

  test('others see their own, and the sum of all', async () => {
    const data = await costs(colleague, october);
    expect(data).toMatchObject({ sets_prices: false, total: 1, people: [{ account: colleague.id }] });
    expect(data.months[1]).toMatchObject(sums(3, 807, 508, 0.0013, 1));
  });

  test('a deleted account keeps its costs, without its name', async () => {
    await backend.owner.query('delete from auth.users where id = $1', [colleague.id]);
    const data = await costs(backend.staff, october);
    expect(data.people[0]).toMatchObject({ account: null, address: null, ...sums(2, 507, 508, 0.001, 1) });
  });

  test('costs in another currency are not added', async () => {
    await backend.owner.execute("update public.site set currency = 'EUR'");
    expect((await costs(backend.staff, october)).months[1]).toMatchObject(sums(3, 807, 508, null, 3));
  });

  test('thirteen months', async () => {
    await backend.owner.execute(
      "insert into private.ai_calls (day) select '2026-09-15'::date - (m || ' months')::interval from generate_series(0, 20) m",
    );
    const data = await costs(backend.staff);
    expect(data.months).toHaveLength(13);
    expect(data.months[12].month).toBe('2025-11-01');
  });
});

describe('prices', () => {
  const set = (client: Account['client'], more: object = {}) =>
    client.rpc('set_ai_price', { model: 'sonar', input: 1, output: 1, request: 0, ...more });

  test('are not set or deleted by staff who are no operators', async () => {
    await price('sonar', 1, 1);
    expect((await set(colleague.client)).error?.message).toBe('Only operators set prices.');
    const { error } = await colleague.client.rpc('delete_ai_price', { model: 'sonar' });
    expect(error?.message).toBe('Only operators set prices.');
    expect((await costs(backend.staff)).prices).toHaveLength(1);
  });

  test('ask an operator for a sign-in of the last minutes', async () => {
    await backend.owner.query(
      "update auth.sessions set created_at = now() - interval '16 minutes' where user_id = $1",
      [backend.staff.id],
    );
    expect((await set(backend.as.staff)).error?.hint).toBe('reauthenticate');
    await backend.owner.query('update auth.sessions set created_at = now() where user_id = $1', [backend.staff.id]);
  });

  test.each([
    [{ model: 'mit Leerzeichen' }, /^This is no name of a model; expected/],
    [{ model: '' }, /^This is no name of a model; expected/],
    [{ input: -1 }, /^A price is a number from 0 to 100,000\.$/],
    [{ output: 100_001 }, /^A price is a number from 0 to 100,000\.$/],
    [{ request: null }, /^A price is a number from 0 to 100,000\.$/],
  ])('%j is refused', async (wrong, message) => {
    const { error } = await set(backend.as.staff, wrong);
    expect([error?.code, error?.message]).toEqual(['PT400', expect.stringMatching(message)]);
  });

  test('of a model are replaced, and deleted', async () => {
    await set(backend.as.staff).throwOnError();
    await set(backend.as.staff, { input: 2.5 }).throwOnError();
    expect((await costs(backend.staff)).prices).toMatchObject([{ model: 'sonar', input_price: 2.5 }]);
    await backend.as.staff.rpc('delete_ai_price', { model: 'sonar' }).throwOnError();
    expect((await costs(backend.staff)).prices).toEqual([]);
  });
});
