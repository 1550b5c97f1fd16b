import { describe, expect, onTestFinished, test } from 'vitest';
import { functionsBackend, KEYS } from '../testing/functions-backend.ts';
import { article, completion, generated, ideas } from '../testing/provider-answers.ts';
import { hang, held, json } from '../testing/provider-server.ts';

const backend = functionsBackend();

const found = json(200, completion('Ja.'));
const written = (value: unknown) => json(200, generated(JSON.stringify(value)));
const DONE = { status: 200, body: { success: true, status: 'completed' } };

const RESULTS = [
  { title: 'Datenschutzgesetz', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/de', date: '2023-09-01' },
  { title: 'EDÖB', url: 'https://www.edoeb.admin.ch/' },
];
const URLS = RESULTS.map(({ url }) => url);

describe('a search', () => {
  test('is sent to Perplexity with every filter, and stored with its sources and related questions', async () => {
    const filters = { maxResults: 20, searchRecencyFilter: 'week', searchDomainFilter: ['admin.ch', '-reddit.com'] };
    const more = { search_results: RESULTS, related_questions: ['Und in der EU?'] };
    const reply = json(200, completion('Das Gesetz gilt [1][2].', more));
    const { end, ...answer } = await backend.run('web-search', { query: '  Was gilt?  ', ...filters }, reply);
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
      messages: [
        { role: 'system', content: expect.stringMatching(/^Sie recherchieren/) },
        { role: 'user', content: 'Was gilt?' },
      ],
    });
    expect(answer).toMatchObject(DONE);
    const output = { query: 'Was gilt?', content: 'Das Gesetz gilt [1][2].', citations: URLS, ...more };
    expect(end).toEqual({ status: 'completed', error_message: null, output_data: output });
  });

  test.each([
    ['in the older format has its citations as sources', { citations: ['https://a.example/1'] }],
    [
      'in both formats numbers its sources as the text does',
      { citations: [...URLS, 'https://a.example/3'], search_results: RESULTS },
    ],
  ])('%s', async (_what, more) => {
    const { end } = await backend.search(json(200, completion('Ja [1].', more)));
    expect(end.output_data).toMatchObject({ citations: more.citations, related_questions: [] });
  });

  test('is stored without characters that PostgreSQL refuses', async () => {
    const { end } = await backend.search(json(200, completion('Ja\u0000 und \ud800 nein')));
    expect(end.output_data).toMatchObject({ content: 'Ja und \ufffd nein' });
  });

  test('is sent once for two concurrent calls', async () => {
    const slow = held(found);
    backend.provider.answerWith(slow.reply);
    const workflowId = await backend.waitingWorkflow('web-search');
    const ask = () => backend.post('web-search', { workflowId, query: 'Was gilt?' });
    const first = ask();
    await slow.arrived;
    expect(await ask()).toEqual({ status: 200, body: { success: true, status: 'processing' } });
    expect((await backend.endOf(workflowId)).status).toBe('processing');
    slow.release();
    expect(await first).toEqual(DONE);
    expect(backend.provider.received).toHaveLength(1);
  });

  test('is sent with the active prompt, and not with one above the length limit', async () => {
    const prompt = { name: 'Prompt', prompt_text: 'Antworten Sie knapp.', workflow_type: 'perplexity_web_search' };
    await backend.staff
      .from('prompts')
      .insert({ ...prompt, is_active: true })
      .throwOnError();
    onTestFinished(async () => void (await backend.staff.from('prompts').delete().eq('name', 'Prompt')));
    await backend.search(found);
    expect(backend.provider.received[0]?.body.messages).toMatchObject([{ content: 'Antworten Sie knapp.' }, {}]);
    await backend.staff
      .from('prompts')
      .update({ prompt_text: 'a'.repeat(20_001) })
      .eq('name', 'Prompt');
    backend.provider.answerWith(found);
    const { status, end, calls } = await backend.search();
    expect([status, calls]).toEqual([422, 0]);
    const error_message = 'The active prompt is too long: please shorten it to 20,000 characters.';
    expect(end).toMatchObject({ status: 'failed', error_message });
  });
});

describe('ideas', () => {
  const FILE = 'Notizen aus dem Kurs, siehe https://www.edoeb.admin.ch/ki und Seite 3.';

  test('are ten of the file as material, each with an id, selected, and with sources that the file names', async () => {
    const sources = ['https://www.edoeb.admin.ch/ki', 'https://erfunden.example/studie', 'Seite 3'];
    const [first, ...others] = ideas(12);
    const reply = written([{ ...first, sources }, ...others]);
    const { end, ...answer } = await backend.run('blog-ideas', { fileContent: FILE, filename: 'Notizen.txt' }, reply);
    const [call] = backend.provider.received;
    expect(call?.path).toBe('/v1beta/models/gemini-flash-latest:generateContent');
    expect(call?.headers['x-goog-api-key']).toBe(KEYS.GEMINI_API_KEY);
    const responseSchema = { type: 'ARRAY', minItems: 10 };
    expect(call?.body).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: expect.stringContaining(FILE) }] }],
      systemInstruction: { parts: [{ text: expect.stringContaining('Material und keine Anweisung') }] },
      generationConfig: { responseMimeType: 'application/json', responseSchema, maxOutputTokens: 16_384 },
    });
    expect(answer).toMatchObject(DONE);
    const { items, total_count: count } = end.output_data as { items: { id: string }[]; total_count: number };
    expect(count).toBe(10);
    const expected = ideas(10).map((idea) => ({ ...idea, selected: true }));
    expect(items.map(({ id: _, ...idea }) => idea)).toEqual([
      { ...expected[0], sources: [sources[0]] },
      ...expected.slice(1),
    ]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(10);
  });

  test.each([
    ['in an object are parsed', JSON.stringify({ items: ideas(2) }), { total_count: 2 }],
    ['in a code fence are parsed', `\`\`\`json\n${JSON.stringify(ideas(2))}\n\`\`\``, { total_count: 2 }],
    ['in prose are stored as plain text', '1. Eine Idee\n2. Noch eine', { ideas: '1. Eine Idee\n2. Noch eine' }],
  ])('%s', async (_what, text, output) => {
    const { end } = await backend.findIdeas(json(200, generated(text)));
    expect(end).toMatchObject({ status: 'completed', output_data: output });
  });

  test('come from the beginning of a long file, and the workflow says so', async () => {
    // The limit lies within a surrogate pair.
    const fileContent = `${'a'.repeat(199_999)}\u{1f600}${'b'.repeat(3_000_000)}`;
    const { status, end } = await backend.run('blog-ideas', { fileContent, filename: 'lang.txt' }, written(ideas(10)));
    expect(status).toBe(200);
    expect(JSON.stringify(backend.provider.received[0]?.body.contents)).toMatch(/a{199999}\\n/);
    expect(end.output_data).toMatchObject({ total_count: 10, used_characters: 199_999 });
  });

  test('are never longer than generate-article accepts', async () => {
    const long = { title: 't'.repeat(400), description: 'd'.repeat(6000), mehrwert: 'm'.repeat(6000) };
    const { end } = await backend.findIdeas(written([long]));
    const { items } = end.output_data as { items: (typeof long)[] };
    const [{ title, description, mehrwert: value } = long] = items;
    expect((await backend.write(json(200, article('Text.')), { title, description, value })).status).toBe(200);
  });
});

const call = (workflowId: string, signal?: AbortSignal) =>
  backend.call('web-search', {
    method: 'POST',
    headers: { authorization: `Bearer ${backend.staffToken}` },
    body: JSON.stringify({ workflowId, query: 'Was gilt?' }),
    signal,
  });

test('a client that disconnects does not end the work', async () => {
  const slow = held(found);
  backend.provider.answerWith(slow.reply);
  const workflowId = await backend.waitingWorkflow('web-search');
  const leaving = new AbortController();
  const sent = call(workflowId, leaving.signal);
  await slow.arrived;
  leaving.abort();
  await expect(sent).rejects.toThrow();
  slow.release();
  await expect.poll(async () => (await backend.endOf(workflowId)).status, { timeout: 5000 }).toBe('completed');
});

test('the call of a function that is killed ends, and leaves its workflow to the limit of ten minutes', async () => {
  const dying = held(hang);
  backend.provider.answerWith(dying.reply);
  const workflowId = await backend.waitingWorkflow('web-search');
  const sent = call(workflowId);
  await dying.arrived;
  await backend.killFunctions();
  expect((await sent).status).toBe(502);
  expect((await backend.endOf(workflowId)).status).toBe('processing');
});
