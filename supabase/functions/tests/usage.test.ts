import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { generated, ideas } from './gemini-answers.ts';
import { completion } from './perplexity-answers.ts';
import { hang, json, type Reply } from './provider-server.ts';
import { endOf, waitingWorkflow } from './workflow-rows.ts';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, PROVIDER_TIMEOUT_MS: '1000' });
});
beforeEach(() => backend.database.execute('truncate private.ai_calls'));
afterAll(() => backend.close());

const calls = () =>
  backend.database.query('select kind, subject, model, input_tokens, output_tokens, cost::float from private.ai_calls');

async function search(reply: Reply) {
  backend.provider.answerWith(reply);
  const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
  await backend.post('web-search', { workflowId, query: 'Was gilt?' });
  return { workflowId, end: await endOf(backend, workflowId) };
}

async function findIdeas(answer: object) {
  backend.provider.answerWith(json(200, answer));
  const workflowId = await waitingWorkflow(backend, 'gemini_blog_ideas');
  await backend.post('blog-ideas', { workflowId, fileContent: 'Text', filename: 'a.txt' });
  return { workflowId, end: await endOf(backend, workflowId) };
}

test('a search notes the tokens of Perplexity, and its cost', async () => {
  const { workflowId } = await search(json(200, completion('Ja.')));
  expect(await calls()).toEqual([
    {
      kind: 'web-search',
      subject: workflowId,
      model: 'sonar-pro',
      input_tokens: 14,
      output_tokens: 70,
      cost: 0.007092,
    },
  ]);
});

test('ideas note the version of Gemini that answered; thoughts are output, and what tools read is input', async () => {
  const usageMetadata = { promptTokenCount: 800, toolUsePromptTokenCount: 20, candidatesTokenCount: 1400 };
  const { workflowId } = await findIdeas({
    ...generated(JSON.stringify(ideas(1))),
    usageMetadata: { ...usageMetadata, thoughtsTokenCount: 600, totalTokenCount: 2820 },
  });
  const model = 'gemini-3.8-flash';
  expect(await calls()).toMatchObject([
    { kind: 'blog-ideas', subject: workflowId, model, input_tokens: 820, output_tokens: 2000 },
  ]);
});

test('an article notes its usage for its claim, so that the draft has a cost', async () => {
  const article = { content: 'Text', excerpt: 'Anriss' };
  backend.provider.answerWith(json(200, generated(JSON.stringify(article))));
  const { body } = await backend.post('generate-article', { title: 'Eine Idee' });
  const { id } = body.post as { id: string };
  const { data } = await backend.staff.rpc('ai_costs_of', { records: [id] }).throwOnError();
  expect(data).toEqual([{ record: id, calls: 1, tokens: 2220, cost: expect.any(Number), currency: 'USD' }]);
  expect(await calls()).toMatchObject([{ kind: 'generate-article' }]);
});

test('an answer that was paid for and is of no use notes its usage, too', async () => {
  const { end } = await findIdeas(generated('[{"title":', { finishReason: 'MAX_TOKENS' }));
  expect(end.status).toBe('failed');
  expect(await calls()).toMatchObject([{ input_tokens: 820, output_tokens: 1400 }]);
});

test.for<[string, Reply]>([
  ['without usage', json(200, { ...completion('Ja.'), usage: undefined })],
  [
    'with a usage that is none',
    json(200, { ...completion('Ja.'), usage: { prompt_tokens: -5, completion_tokens: 'x' } }),
  ],
  [
    'with more tokens than can be',
    json(200, { ...completion('Ja.'), usage: { prompt_tokens: 1e9, completion_tokens: 1 } }),
  ],
  ['by a model that no price can name', json(200, completion('Ja.', { model: 'so nar' }))],
])('a search answered %s succeeds, and its call has no usage', async ([, reply]) => {
  const { end } = await search(reply);
  expect(end).toMatchObject({ status: 'completed', output_data: { content: 'Ja.' } });
  expect(await calls()).toMatchObject([{ model: null, input_tokens: null, output_tokens: null }]);
});

test('a call that timed out is counted for its workflow, without usage', async () => {
  const { workflowId } = await search(hang);
  expect(await calls()).toMatchObject([{ kind: 'web-search', subject: workflowId, model: null }]);
});
