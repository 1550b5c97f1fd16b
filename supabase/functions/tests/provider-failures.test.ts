import { expect, test } from 'vitest';
import { functionsBackend, KEYS } from '../testing/functions-backend.ts';
import {
  article,
  completion,
  generated,
  ideas,
  refusedByGemini,
  refusedByPerplexity,
} from '../testing/provider-answers.ts';
import { cutOff, hang, json, malformed, type Reply, stall } from '../testing/provider-server.ts';

const backend = functionsBackend({ PROVIDER_TIMEOUT_MS: '1500' });

const found = completion('Ja.');

const functions = {
  'web-search': { provider: 'Perplexity', answer: found, refused: refusedByPerplexity },
  'blog-ideas': { provider: 'Gemini', answer: generated(JSON.stringify(ideas(10))), refused: refusedByGemini },
  'generate-article': { provider: 'Gemini', answer: article('Text.'), refused: refusedByGemini },
} as const;
type Name = keyof typeof functions;

function ask(name: Name, ...replies: Reply[]) {
  if (name === 'web-search') return backend.search(...replies);
  if (name === 'blog-ideas') return backend.findIdeas(...replies);
  return backend.write(replies[0] ?? hang);
}

type Failure = readonly [what: string, reply: Reply, status: number, message: string, calls?: number];

const quota = (provider: string) =>
  `${provider} API quota exceeded. Please wait a few minutes or check your API billing.`;
const wrongKey = (provider: string) =>
  `${provider} did not accept the API key. Please check ${provider.toUpperCase()}_API_KEY.`;
const trouble = (provider: string, status: number) =>
  `${provider} has a problem of its own (${status}). Please try again later.`;
const unreadable = (provider: string) =>
  `The answer of ${provider} is not readable; it may have broken off. Please try again.`;
const tooLate = (provider: string) => `${provider} did not answer in time. Please try again.`;

const ofEach = ({ provider, answer, refused }: (typeof functions)[Name]): readonly Failure[] => [
  ['400', json(400, refused(400, 'Unknown model')), 502, `${provider} refused the request (400): Unknown model`],
  ['401', json(401, refused(401, 'x')), 502, wrongKey(provider)],
  ['403', json(403, refused(403, 'x')), 502, wrongKey(provider)],
  ['429 that asks to wait too long', json(429, {}, { 'retry-after': '3600' }), 429, quota(provider)],
  ['500', json(500, refused(500, 'x')), 502, trouble(provider, 500)],
  ['malformed JSON', malformed, 502, unreadable(provider)],
  ['an answer that breaks off', cutOff(answer), 502, unreadable(provider)],
];

const cutOffBy = (provider: string) => `The answer of ${provider} was cut off before its end.`;
const cut = { ...found, choices: [{ ...found.choices[0], finish_reason: 'length' }] };
const redirection: Reply = (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end();
const ended = (text: string, finishReason: string) => json(200, generated(text, { finishReason }));
const blocked = json(200, { promptFeedback: { blockReason: 'SAFETY' } });
const apiKeyInvalid = refusedByGemini(400, 'API key not valid.', { reason: 'API_KEY_INVALID' });

const ofOne: Readonly<Record<Name, readonly Failure[]>> = {
  'web-search': [
    ['429 thrice', json(429, refusedByPerplexity(429, 'Too many')), 429, quota('Perplexity'), 3],
    ['503 thrice', json(503, 'overloaded'), 502, trouble('Perplexity', 503), 3],
    ['a hang', hang, 504, tooLate('Perplexity')],
    ['a stall in the middle', stall, 504, tooLate('Perplexity')],
    ['a redirection', redirection, 502, 'Perplexity could not be reached. Please try again.', 3],
    ['no choices', json(200, { choices: [] }), 502, 'Perplexity sent no answer to the question. Please try again.'],
    ['the length limit', json(200, cut), 502, `${cutOffBy('Perplexity')} Please ask a narrower question.`],
  ],
  'blog-ideas': [
    ['a key that is not valid', json(400, apiKeyInvalid), 502, wrongKey('Gemini')],
    ['a long wait in the body', json(429, refusedByGemini(429, 'x', { retryDelay: '47s' })), 429, quota('Gemini')],
    ['a hang', hang, 504, tooLate('Gemini')],
    ['ideas that break off', json(200, generated('[{"title": "Idee 1", "descr')), 502, unreadable('Gemini')],
    ['the length limit', ended('[{', 'MAX_TOKENS'), 502, `${cutOffBy('Gemini')} Please try again.`],
    ['a blocked text', blocked, 422, 'Gemini does not work with this text (SAFETY).'],
    ['an unsafe response', ended('', 'SAFETY'), 422, 'Gemini did not finish its answer (SAFETY).'],
    ['no ideas', json(200, generated('[]')), 502, 'Gemini found no ideas in this file. Please try again.'],
    ['no answer', json(200, {}), 502, 'Gemini sent no answer. Please try again.'],
  ],
  'generate-article': [
    ['an article that breaks off', json(200, generated('{"content": "Ein An')), 502, unreadable('Gemini')],
    ['an empty article', json(200, article('  ')), 502, 'Gemini wrote no article. Please try again.'],
  ],
};

const failures = (Object.keys(functions) as Name[]).flatMap((name) =>
  [...ofEach(functions[name]), ...ofOne[name]].map((failure) => [name, ...failure] as const),
);

test.for(failures)('%s fails after %s', async ([name, , reply, status, message, calls = 1]) => {
  const run = await ask(name, reply);
  expect(run).toMatchObject({ status, body: { success: false, error: message }, calls });
  if ('end' in run) expect(run.end).toEqual({ status: 'failed', error_message: message, output_data: null });
});

test('a failed article leaves no post', async () => {
  await backend.write(json(500, {}));
  expect((await backend.staff.from('posts').select('id')).data).toEqual([]);
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
  backend.provider.answerWith(json(200, found));
  const again = await backend.post('web-search', { workflowId, query: 'Was gilt?' });
  expect(again.body).toEqual({ success: false, status: 'failed', error: end.error_message });
  expect(backend.provider.received).toHaveLength(0);
});

test('a failure does not show the API key, even when the provider repeats it', async () => {
  const run = await backend.search(json(400, refusedByPerplexity(400, `Bad key ${KEYS.PERPLEXITY_API_KEY}`)));
  expect(JSON.stringify([run, backend.output])).not.toContain(KEYS.PERPLEXITY_API_KEY);
});
