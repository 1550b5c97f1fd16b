import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { generated, ideas } from './gemini-answers.ts';
import { completion } from './perplexity-answers.ts';
import { cutOff, hang, held, json, type Reply } from './provider-server.ts';
import { endOf, waitingWorkflow } from './workflow-rows.ts';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, PROVIDER_TIMEOUT_MS: '1000' });
});
beforeEach(() => backend.database.execute('truncate private.ai_calls'));
afterAll(() => backend.close());

const allow = (ofAccount: number, inAll: number) =>
  backend.database.query('update private.settings set ai_calls_of_account = $1, ai_calls_in_all = $2', [
    ofAccount,
    inAll,
  ]);

const found = json(200, completion('Ja.'));

async function search() {
  const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
  const { status, body } = await backend.post('web-search', { workflowId, query: 'Was gilt?' });
  return { status, body, end: await endOf(backend, workflowId), asked: backend.provider.received.length };
}

const EXCEEDED = (calls: string) =>
  new RegExp(
    `^The limit of ${calls} is reached\\. Counting starts anew on \\d\\d\\.\\d\\d\\.\\d{4} at 00:00, Europe/Zurich time\\.$`,
  );

test('limit of one account: the workflow fails with the limit and its renewal, and no provider is called', async () => {
  await allow(1, 9);
  backend.provider.answerWith(found);
  expect((await search()).status).toBe(200);
  const second = await search();
  expect(second).toMatchObject({ status: 429, body: { success: false }, asked: 1 });
  expect(second.body.error).toMatch(EXCEEDED('1 AI calls a day for each account'));
  expect(second.end).toMatchObject({ status: 'failed', error_message: second.body.error });
});

test('limit of all accounts: calls by others count', async () => {
  await allow(9, 2);
  backend.provider.answerWith(found);
  await backend.database.execute('insert into private.ai_calls default values');
  expect((await search()).status).toBe(200);
  const { status, body } = await search();
  expect(status).toBe(429);
  expect(body.error).toMatch(EXCEEDED('2 AI calls a day for all accounts together'));
});

test('the limits can be changed without a restart', async () => {
  await allow(0, 9);
  backend.provider.answerWith(found);
  expect((await search()).status).toBe(429);
  await allow(1, 9);
  expect((await search()).status).toBe(200);
});

test('calls of yesterday do not count', async () => {
  await allow(1, 1);
  backend.provider.answerWith(found);
  await search();
  await backend.database.execute('update private.ai_calls set day = day - 1');
  expect((await search()).status).toBe(200);
});

test('an article, ideas and searches count together', async () => {
  await allow(2, 9);
  backend.provider.answerWith(found);
  await search();
  backend.provider.answerWith(json(200, generated(JSON.stringify(ideas(1)))));
  const workflowId = await waitingWorkflow(backend, 'gemini_blog_ideas');
  await backend.post('blog-ideas', { workflowId, fileContent: 'Text', filename: 'a.txt' });
  const { status, body } = await backend.post('generate-article', { title: 'Idee' });
  expect([status, body.success]).toEqual([429, false]);
  expect(body.error).toMatch(EXCEEDED('2 AI calls a day for each account'));
});

test('concurrent calls do not exceed the limit', async () => {
  await allow(2, 9);
  backend.provider.answerWith(found);
  const calls = await Promise.all([search(), search(), search(), search(), search()]);
  expect(calls.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
  expect(backend.provider.received).toHaveLength(2);
});

describe('a failed call is counted or not', () => {
  const failed: [string, Reply, number][] = [
    ['refused by the provider: given back', json(500, {}), 0],
    ['refused for the quota: given back', json(429, {}, { 'retry-after': '3600' }), 0],
    ['answered with nothing of use: counted', json(200, { choices: [] }), 1],
    ['broken off: counted', cutOff(completion('Ja.')), 1],
    ['too late: counted', hang, 1],
  ];

  test.for(failed)('%s', async ([, reply, counted]) => {
    await allow(9, 9);
    backend.provider.answerWith(reply);
    expect((await search()).end.status).toBe('failed');
    const { data } = await backend.staff.rpc('ai_calls_today').single();
    expect(data).toMatchObject({ mine: counted, everybodys: counted, of_account: 9, in_all: 9 });
  });

  test('a call in flight: counted before its response', async () => {
    await allow(1, 1);
    const slow = held(found);
    backend.provider.answerWith(slow.reply);
    const first = search();
    await slow.arrived;
    expect((await search()).status).toBe(429);
    slow.release();
    expect((await first).status).toBe(200);
  });
});
