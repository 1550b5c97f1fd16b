import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { completion, refusedBy } from './perplexity-answers.ts';
import { cutOff, hang, held, json, malformed, type Reply, stall } from './provider-server.ts';
import { endOf, waitingWorkflow } from './workflow-rows.ts';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, PROVIDER_TIMEOUT_MS: '1500' });
});
afterAll(() => backend.close());

async function searchWith(...replies: Reply[]) {
  backend.provider.answerWith(...replies);
  const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
  const answer = await backend.post('web-search', { workflowId, query: 'Was gilt in der Schweiz?' });
  return { answer, workflowId, end: await endOf(backend, workflowId), calls: backend.provider.received.length };
}

const RESULTS = [
  { title: 'Datenschutzgesetz', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/de', date: '2023-09-01' },
  { title: 'EDÖB', url: 'https://www.edoeb.admin.ch/' },
];

describe('a response', () => {
  test('is stored with its sources and related questions', async () => {
    const { answer, end } = await searchWith(
      json(
        200,
        completion('Das Gesetz gilt [1][2].', { search_results: RESULTS, related_questions: ['Und in der EU?'] }),
      ),
    );
    expect(answer).toEqual({ status: 200, body: { success: true, status: 'completed' } });
    expect(end).toEqual({
      status: 'completed',
      error_message: null,
      output_data: {
        query: 'Was gilt in der Schweiz?',
        content: 'Das Gesetz gilt [1][2].',
        citations: RESULTS.map(({ url }) => url),
        search_results: RESULTS,
        related_questions: ['Und in der EU?'],
      },
    });
  });

  test('in the older format has its citations as sources', async () => {
    const { end } = await searchWith(json(200, completion('Ja [1].', { citations: ['https://a.example/1'] })));
    expect(end.output_data).toMatchObject({ citations: ['https://a.example/1'], related_questions: [] });
  });

  test('in both formats numbers its sources as the text does', async () => {
    const citations = [...RESULTS.map(({ url }) => url), 'https://a.example/3'];
    const { end } = await searchWith(json(200, completion('Ja [3].', { citations, search_results: RESULTS })));
    expect(end.output_data).toMatchObject({ citations });
  });

  test('is stored without characters that PostgreSQL refuses', async () => {
    const { end } = await searchWith(json(200, completion('Ja\u0000 und \ud800 nein')));
    expect(end.output_data).toMatchObject({ content: 'Ja und \ufffd nein' });
  });
});

describe('the query', () => {
  test('is sent to Perplexity with every filter', async () => {
    backend.provider.answerWith(json(200, completion('Ja.')));
    const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
    const filters = { maxResults: 20, searchRecencyFilter: 'week', searchDomainFilter: ['admin.ch', '-reddit.com'] };
    await backend.post('web-search', { workflowId, query: '  Was gilt?  ', ...filters });
    const [call] = backend.provider.received;
    expect(call?.path).toBe('/chat/completions');
    expect(call?.headers.authorization).toBe(`Bearer ${KEYS.PERPLEXITY_API_KEY}`);
    expect(call?.body).toMatchObject({
      model: 'sonar-pro',
      max_tokens: 4_000,
      num_search_results: 20,
      search_recency_filter: 'week',
      search_domain_filter: ['admin.ch', '-reddit.com'],
      return_related_questions: true,
    });
    expect(call?.body.messages).toMatchObject([{ role: 'system' }, { role: 'user', content: 'Was gilt?' }]);
  });

  test('is sent with the active prompt, else with the built-in prompt', async () => {
    const systemPrompt = () => backend.provider.received[0]?.body.messages;
    await searchWith(json(200, completion('Ja.')));
    expect(systemPrompt()).toMatchObject([{ content: expect.stringMatching(/^Sie recherchieren/) }, {}]);
    const prompt = { name: 'Knapp', prompt_text: 'Antworten Sie knapp.', workflow_type: 'perplexity_web_search' };
    const { data } = await backend.staff
      .from('prompts')
      .insert({ ...prompt, is_active: true })
      .select('id')
      .single();
    await searchWith(json(200, completion('Ja.')));
    expect(systemPrompt()).toMatchObject([{ content: 'Antworten Sie knapp.' }, {}]);
    await backend.staff
      .from('prompts')
      .delete()
      .eq('id', data?.id ?? '');
  });

  test('is not sent with a prompt above the length limit', async () => {
    const prompt = { name: 'Lang', prompt_text: 'a'.repeat(20_001), workflow_type: 'perplexity_web_search' };
    const active = backend.staff.from('prompts').insert({ ...prompt, is_active: true });
    const { data } = await active.select('id').single();
    const { answer, end, calls } = await searchWith(json(200, completion('Ja.')));
    await backend.staff
      .from('prompts')
      .delete()
      .eq('id', data?.id ?? '');
    expect([answer.status, calls]).toEqual([422, 0]);
    expect(end).toMatchObject({
      status: 'failed',
      error_message: 'The active prompt is too long: please shorten it to 20,000 characters.',
    });
  });

  test('is sent once for two concurrent calls', async () => {
    const slow = held(json(200, completion('Ja.')));
    backend.provider.answerWith(slow.reply);
    const workflowId = await waitingWorkflow(backend, 'perplexity_web_search');
    const ask = () => backend.post('web-search', { workflowId, query: 'Was gilt?' });
    const first = ask();
    await slow.arrived;
    expect(await ask()).toEqual({ status: 200, body: { success: true, status: 'processing' } });
    expect((await endOf(backend, workflowId)).status).toBe('processing');
    slow.release();
    expect((await first).body).toEqual({ success: true, status: 'completed' });
    expect(backend.provider.received).toHaveLength(1);
  });
});

describe('a failure', () => {
  const answered = completion('Ja.');
  const failures: [string, Reply, number, string, number][] = [
    [
      '400',
      json(400, refusedBy(400, 'Invalid model', 'invalid_model')),
      502,
      'Perplexity refused the request (400): Invalid model',
      1,
    ],
    [
      '401',
      json(401, refusedBy(401, 'Invalid API key', 'unauthorized')),
      502,
      'Perplexity did not accept the API key. Please check PERPLEXITY_API_KEY.',
      1,
    ],
    [
      '429 without Retry-After',
      json(429, refusedBy(429, 'Too many', 'rate_limit')),
      429,
      'Perplexity API quota exceeded. Please wait a few minutes or check your API billing.',
      3,
    ],
    [
      '429 with a long Retry-After',
      json(429, {}, { 'retry-after': '3600' }),
      429,
      'Perplexity API quota exceeded. Please wait a few minutes or check your API billing.',
      1,
    ],
    [
      '500',
      json(500, refusedBy(500, 'boom', 'server')),
      502,
      'Perplexity has a problem of its own (500). Please try again later.',
      1,
    ],
    [
      '503 again and again',
      json(503, 'overloaded'),
      502,
      'Perplexity has a problem of its own (503). Please try again later.',
      3,
    ],
    [
      'malformed JSON',
      malformed,
      502,
      'The answer of Perplexity is not readable; it may have broken off. Please try again.',
      1,
    ],
    [
      'JSON of another shape',
      json(200, { choices: [] }),
      502,
      'Perplexity sent no answer to the question. Please try again.',
      1,
    ],
    [
      'an answer that breaks off',
      cutOff(answered),
      502,
      'The answer of Perplexity is not readable; it may have broken off. Please try again.',
      1,
    ],
    [
      'an answer that stops at the length limit',
      json(200, { ...answered, choices: [{ ...answered.choices[0], finish_reason: 'length' }] }),
      502,
      'The answer of Perplexity was cut off before its end. Please ask a narrower question.',
      1,
    ],
    ['a hang', hang, 504, 'Perplexity did not answer in time. Please try again.', 1],
    ['a stall in the middle', stall, 504, 'Perplexity did not answer in time. Please try again.', 1],
    [
      'a redirection',
      (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      502,
      'Perplexity could not be reached. Please try again.',
      3,
    ],
  ];

  test.for(failures)('%s ends the workflow', async ([, reply, status, message, calls]) => {
    const run = await searchWith(reply);
    expect(run.answer).toEqual({ status, body: { success: false, error: message } });
    expect(run.end).toEqual({ status: 'failed', error_message: message, output_data: null });
    expect(run.calls).toBe(calls);
  });

  test.for([
    ['429 with Retry-After', json(429, {}, { 'retry-after': '1' })],
    ['503', json(503, {})],
    ['a dropped connection', ((response) => response.destroy()) as Reply],
  ] as const)('%s is retried', async ([, reply]) => {
    const run = await searchWith(reply, json(200, answered));
    expect(run.answer.status).toBe(200);
    expect(run.end.status).toBe('completed');
    expect(run.calls).toBe(2);
  });

  test('does not show the API key, even when the provider repeats it', async () => {
    const { answer, end } = await searchWith(json(400, refusedBy(400, `Bad key ${KEYS.PERPLEXITY_API_KEY}`, 'x')));
    expect(JSON.stringify([answer, end, backend.output])).not.toContain(KEYS.PERPLEXITY_API_KEY);
  });

  test('stays what it is when the function is called again', async () => {
    const { workflowId, end } = await searchWith(json(500, {}));
    backend.provider.answerWith(json(200, answered));
    const again = await backend.post('web-search', { workflowId, query: 'Was gilt?' });
    expect(again.body).toEqual({ success: false, status: 'failed', error: end.error_message });
    expect(backend.provider.received).toHaveLength(0);
  });
});
