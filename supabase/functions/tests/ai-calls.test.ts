import { beforeEach, describe, expect, test } from 'vitest';
import { functionsBackend, KEYS } from '../testing/functions-backend.ts';
import {
  article,
  completion,
  generated,
  ideas,
  refusedByGemini,
  refusedByPerplexity,
} from '../testing/provider-answers.ts';
import { cutOff, hang, held, json, malformed, type Reply, stall } from '../testing/provider-server.ts';

const backend = functionsBackend({ PROVIDER_TIMEOUT_MS: '1500' });
const query = (sql: string) => backend.database.query(sql);
const allow = (ofAccount: number, inAll: number) =>
  query(`update private.settings set ai_calls_of_account = ${ofAccount}, ai_calls_in_all = ${inAll}`);

beforeEach(async () => {
  await backend.database.execute('truncate private.ai_calls; delete from public.posts');
  await allow(9, 9);
});

const answered = completion('Ja.');
const found = json(200, answered);

describe('the daily limit', () => {
  const renewal = 'Counting starts anew on \\d\\d\\.\\d\\d\\.\\d{4} at 00:00, Europe/Zurich time\\.';

  test.each([
    ['of one account', 1, 9, '1 AI calls a day for each account'],
    ['of all accounts', 9, 1, '1 AI calls a day for all accounts together'],
  ])(
    '%s is told with its renewal, the workflow fails, and no provider is called',
    async (_, ofAccount, inAll, limit) => {
      await allow(ofAccount, inAll);
      expect((await backend.search(found)).status).toBe(200);
      const { status, body, end, calls } = await backend.search();
      expect([status, calls]).toEqual([429, 1]);
      const error = expect.stringMatching(`^The limit of ${limit} is reached\\. ${renewal}$`);
      expect(body).toEqual({ success: false, error });
      expect(end).toMatchObject({ status: 'failed', error_message: body.error });
      expect(await backend.write(found)).toMatchObject({ status: 429, body: { success: false, error }, calls: 0 });
      await query('update private.ai_calls set day = day - 1');
      expect((await backend.search(found)).status).toBe(200);
    },
  );

  test('counts a call in flight before its response', async () => {
    await allow(1, 9);
    const slow = held(found);
    const first = backend.search(slow.reply);
    await slow.arrived;
    expect((await backend.search()).status).toBe(429);
    slow.release();
    expect((await first).status).toBe(200);
  });
});

describe('the usage', () => {
  const noted = () =>
    query('select kind, subject, model, input_tokens, output_tokens, cost::float from private.ai_calls');

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
});

const functions = {
  'web-search': { provider: 'Perplexity', answer: answered, refused: refusedByPerplexity },
  'blog-ideas': { provider: 'Gemini', answer: generated(JSON.stringify(ideas(10))), refused: refusedByGemini },
  'generate-article': { provider: 'Gemini', answer: article('Text.'), refused: refusedByGemini },
} as const;
type Name = keyof typeof functions;
const names = Object.keys(functions) as Name[];

function ask(name: Name, ...replies: Reply[]) {
  if (name === 'web-search') return backend.search(...replies);
  if (name === 'blog-ideas') return backend.findIdeas(...replies);
  return backend.write(replies[0] ?? hang);
}

type Failure = readonly [name: Name, what: string, reply: Reply, status: number, message: string, calls?: number];

const quota = (provider: string) =>
  `${provider} API quota exceeded. Please wait a few minutes or check your API billing.`;
const wrongKey = (provider: string) =>
  `${provider} did not accept the API key. Please check ${provider.toUpperCase()}_API_KEY.`;
const trouble = (provider: string, status: number) =>
  `${provider} has a problem of its own (${status}). Please try again later.`;
const unreadable = (provider: string) =>
  `The answer of ${provider} is not readable; it may have broken off. Please try again.`;
const tooLate = (provider: string) => `${provider} did not answer in time. Please try again.`;
const cutOffBy = (provider: string) => `The answer of ${provider} was cut off before its end.`;

const refusals = (name: Name): readonly Failure[] => {
  const { provider, refused } = functions[name];
  return [
    [name, '400', json(400, refused(400, 'No model')), 502, `${provider} refused the request (400): No model`],
    [name, '401', json(401, refused(401, 'x')), 502, wrongKey(provider)],
    [name, '403', json(403, refused(403, 'x')), 502, wrongKey(provider)],
    [name, '429 that asks to wait too long', json(429, {}, { 'retry-after': '3600' }), 429, quota(provider)],
    [name, '500', json(500, refused(500, 'x')), 502, trouble(provider, 500)],
  ];
};
const redirection: Reply = (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
const apiKeyInvalid = refusedByGemini(400, 'API key not valid.', { reason: 'API_KEY_INVALID' });
const wait = json(429, refusedByGemini(429, 'x', { retryDelay: '47s' }));
const unreachable = 'Perplexity could not be reached. Please try again.';

/** What a provider refuses costs nothing. */
const unpaid: readonly Failure[] = [
  ...names.flatMap(refusals),
  ['web-search', '429 thrice', json(429, refusedByPerplexity(429, 'Too many')), 429, quota('Perplexity'), 3],
  ['web-search', '503 thrice', json(503, 'overloaded'), 502, trouble('Perplexity', 503), 3],
  ['web-search', 'a redirection', redirection, 502, unreachable, 3],
  ['blog-ideas', 'a key that is not valid', json(400, apiKeyInvalid), 502, wrongKey('Gemini')],
  ['blog-ideas', 'a long wait in the body', wait, 429, quota('Gemini')],
];

const broken = (name: Name): readonly Failure[] => {
  const { provider, answer } = functions[name];
  return [
    [name, 'malformed JSON', malformed, 502, unreadable(provider)],
    [name, 'an answer that breaks off', cutOff(answer), 502, unreadable(provider)],
  ];
};
const cut = { ...answered, choices: [{ ...answered.choices[0], finish_reason: 'length' }] };
const noChoices = 'Perplexity sent no answer to the question. Please try again.';
const ended = (text: string, finishReason: string) => json(200, generated(text, { finishReason }));
const blocked = json(200, { promptFeedback: { blockReason: 'SAFETY' } });
const written = (text: string) => json(200, generated(text));

const paid: readonly Failure[] = [
  ...names.flatMap(broken),
  ['web-search', 'a hang', hang, 504, tooLate('Perplexity')],
  ['web-search', 'a stall in the middle', stall, 504, tooLate('Perplexity')],
  ['web-search', 'no choices', json(200, { choices: [] }), 502, noChoices],
  ['web-search', 'the length limit', json(200, cut), 502, `${cutOffBy('Perplexity')} Please ask a narrower question.`],
  ['blog-ideas', 'a hang', hang, 504, tooLate('Gemini')],
  ['blog-ideas', 'ideas that break off', written('[{"title": "Idee 1", "descr'), 502, unreadable('Gemini')],
  ['blog-ideas', 'the length limit', ended('[{', 'MAX_TOKENS'), 502, `${cutOffBy('Gemini')} Please try again.`],
  ['blog-ideas', 'a blocked text', blocked, 422, 'Gemini does not work with this text (SAFETY).'],
  ['blog-ideas', 'an unsafe response', ended('', 'SAFETY'), 422, 'Gemini did not finish its answer (SAFETY).'],
  ['blog-ideas', 'no ideas', written('[]'), 502, 'Gemini found no ideas in this file. Please try again.'],
  ['blog-ideas', 'no answer', json(200, {}), 502, 'Gemini sent no answer. Please try again.'],
  ['generate-article', 'an article that breaks off', written('{"content": "Ein An'), 502, unreadable('Gemini')],
  ['generate-article', 'an empty article', json(200, article('  ')), 502, 'Gemini wrote no article. Please try again.'],
];

describe.for([
  ['given back', 0, unpaid],
  ['counted', 1, paid],
] as const)('a call that is %s:', ([, counted, failures]) => {
  test.for(failures)('%s fails after %s', async ([name, , reply, status, message, calls = 1]) => {
    const run = await ask(name, reply);
    expect(run).toMatchObject({ status, body: { success: false, error: message }, calls });
    if ('end' in run) expect(run.end).toEqual({ status: 'failed', error_message: message, output_data: null });
    else expect(await query('select from public.posts')).toEqual([]);
    expect(await query('select from private.ai_calls')).toHaveLength(counted);
  });
});

test.each<[string, Name, Reply]>([
  ['429 with Retry-After', 'web-search', json(429, {}, { 'retry-after': '1' })],
  ['429 with a short wait in the body', 'blog-ideas', json(429, refusedByGemini(429, 'x', { retryDelay: '0.4s' }))],
  ['503', 'web-search', json(503, {})],
  ['a dropped connection', 'web-search', (response) => response.destroy()],
])('%s is retried', async (_what, name, reply) => {
  const run = await ask(name, reply, json(200, functions[name].answer));
  expect(run).toMatchObject({ status: 200, calls: 2, end: { status: 'completed' } });
});

test('a failed workflow stays failed when its function is called again', async () => {
  const { workflowId, end } = await backend.search(json(500, {}));
  backend.provider.answerWith(found);
  const again = await backend.post('web-search', { workflowId, query: 'Was gilt?' });
  expect(again.body).toEqual({ success: false, status: 'failed', error: end.error_message });
  expect(backend.provider.received).toHaveLength(0);
});

test('a failure does not show the API key, even when the provider repeats it', async () => {
  const run = await backend.search(json(400, refusedByPerplexity(400, `Bad key ${KEYS.PERPLEXITY_API_KEY}`)));
  expect(JSON.stringify([run, backend.output])).not.toContain(KEYS.PERPLEXITY_API_KEY);
});
