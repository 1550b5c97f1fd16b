import { beforeEach, describe, expect, test } from 'vitest';
import { functionsBackend } from '../testing/functions-backend.ts';
import { article, completion, generated, ideas } from '../testing/provider-answers.ts';
import { cutOff, hang, held, json, type Reply } from '../testing/provider-server.ts';

const backend = functionsBackend({ PROVIDER_TIMEOUT_MS: '1000' });

beforeEach(async () => {
  await backend.database.execute('truncate private.ai_calls');
  await allow(9, 9);
});

const allow = (ofAccount: number, inAll: number) =>
  backend.database.query('update private.settings set ai_calls_of_account = $1, ai_calls_in_all = $2', [
    ofAccount,
    inAll,
  ]);

const found = json(200, completion('Ja.'));

const exceeded = (calls: string) =>
  expect.stringMatching(
    `^The limit of ${calls} is reached\\. Counting starts anew on \\d\\d\\.\\d\\d\\.\\d{4} at 00:00, Europe/Zurich time\\.$`,
  );

describe('the daily limit', () => {
  test('of one account: the workflow fails with the limit and its renewal, and no provider is called', async () => {
    await allow(1, 9);
    expect((await backend.search(found)).status).toBe(200);
    const { status, body, end, calls } = await backend.search();
    expect([status, calls]).toEqual([429, 1]);
    expect(body).toEqual({ success: false, error: exceeded('1 AI calls a day for each account') });
    expect(end).toMatchObject({ status: 'failed', error_message: body.error });
  });

  test('of all accounts: calls by others count', async () => {
    await allow(9, 2);
    await backend.database.execute('insert into private.ai_calls default values');
    expect((await backend.search(found)).status).toBe(200);
    expect(await backend.search()).toMatchObject({
      status: 429,
      body: { error: exceeded('2 AI calls a day for all accounts together') },
    });
  });

  test('does not count calls of yesterday', async () => {
    await allow(1, 1);
    await backend.search(found);
    await backend.database.execute('update private.ai_calls set day = day - 1');
    expect((await backend.search()).status).toBe(200);
  });

  test('counts an article, ideas and searches together', async () => {
    await allow(2, 9);
    await backend.search(found);
    await backend.findIdeas(json(200, generated(JSON.stringify(ideas(1)))));
    expect(await backend.write(json(200, article('Text')))).toMatchObject({
      status: 429,
      body: { success: false, error: exceeded('2 AI calls a day for each account') },
    });
  });

  test('counts a call in flight before its response', async () => {
    await allow(1, 1);
    const slow = held(found);
    const first = backend.search(slow.reply);
    await slow.arrived;
    expect((await backend.search()).status).toBe(429);
    slow.release();
    expect((await first).status).toBe(200);
  });

  test.each<[string, Reply, number]>([
    ['refused by the provider: given back', json(500, {}), 0],
    ['refused for the quota: given back', json(429, {}, { 'retry-after': '3600' }), 0],
    ['answered with nothing of use: counted', json(200, { choices: [] }), 1],
    ['broken off: counted', cutOff(completion('Ja.')), 1],
    ['too late: counted', hang, 1],
  ])('of a failed call that was %s', async (_what, reply, counted) => {
    expect((await backend.search(reply)).end.status).toBe('failed');
    const { data } = await backend.staff.rpc('ai_calls_today').single();
    expect(data).toMatchObject({ mine: counted, everybodys: counted, of_account: 9, in_all: 9 });
  });
});

describe('the usage', () => {
  const noted = () =>
    backend.database.query(
      'select kind, subject, model, input_tokens, output_tokens, cost::float from private.ai_calls',
    );

  test('of a search is the tokens of Perplexity, with its cost', async () => {
    const { workflowId } = await backend.search(found);
    const tokens = { model: 'sonar-pro', input_tokens: 14, output_tokens: 70, cost: 0.007092 };
    expect(await noted()).toEqual([{ kind: 'web-search', subject: workflowId, ...tokens }]);
  });

  test('of ideas names the version that answered; thoughts are output, and what tools read is input', async () => {
    const prompt = { promptTokenCount: 800, toolUsePromptTokenCount: 20 };
    const usageMetadata = { ...prompt, candidatesTokenCount: 1400, thoughtsTokenCount: 600, totalTokenCount: 2820 };
    const answer = { ...generated(JSON.stringify(ideas(1))), usageMetadata };
    const { workflowId } = await backend.findIdeas(json(200, answer));
    const tokens = { model: 'gemini-3.8-flash', input_tokens: 820, output_tokens: 2000 };
    expect(await noted()).toMatchObject([{ kind: 'blog-ideas', subject: workflowId, ...tokens }]);
  });

  test('of an article belongs to its claim, so that the draft has a cost', async () => {
    const { post } = await backend.write(json(200, article('Text')));
    const { data } = await backend.staff.rpc('ai_costs_of', { records: [post?.id ?? ''] }).throwOnError();
    expect(data).toEqual([{ record: post?.id, calls: 1, tokens: 2220, cost: expect.any(Number), currency: 'USD' }]);
    expect(await noted()).toMatchObject([{ kind: 'generate-article' }]);
  });

  test('of an answer that was paid for and is of no use is noted, too', async () => {
    const { end } = await backend.findIdeas(json(200, generated('[{"title":', { finishReason: 'MAX_TOKENS' })));
    expect(end.status).toBe('failed');
    expect(await noted()).toMatchObject([{ input_tokens: 820, output_tokens: 1400 }]);
  });

  test.each<[string, object]>([
    ['without usage', { usage: undefined }],
    ['with a usage that is none', { usage: { prompt_tokens: -5, completion_tokens: 'x' } }],
    ['with more tokens than can be', { usage: { prompt_tokens: 1e9, completion_tokens: 1 } }],
    ['by a model that no price can name', { model: 'so nar' }],
  ])('of a search answered %s is none, and the search succeeds', async (_what, more) => {
    const { end } = await backend.search(json(200, completion('Ja.', more)));
    expect(end).toMatchObject({ status: 'completed', output_data: { content: 'Ja.' } });
    expect(await noted()).toMatchObject([{ model: null, input_tokens: null, output_tokens: null }]);
  });

  test('of a call that timed out is none, and the call is counted for its workflow', async () => {
    const { workflowId } = await backend.search(hang);
    expect(await noted()).toMatchObject([{ kind: 'web-search', subject: workflowId, model: null }]);
  });
});
