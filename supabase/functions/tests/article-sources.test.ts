import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { INSTRUCTIONS } from '../generate-article/instructions.ts';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { generated } from './gemini-answers.ts';
import { aroundFrames } from './obeying.ts';
import { json } from './provider-server.ts';

let backend: FunctionsBackend;
let token = '';
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, SOURCES_WAIT_MS: '6000' });
  const [made] = await backend.database.query<{ token: string }>(
    "select shipping.make_token('sources', null, '{}', null, 'test') as token",
  );
  token = made?.token ?? '';
});
beforeEach(() => backend.database.execute('delete from public.sources'));
afterAll(() => backend.close());

const IDEA = { title: 'Übung für Gruppen', description: 'Worum', value: 'Wozu', keyword: 'KI' };

function answerWith(content: string, more: object = {}) {
  backend.provider.answerWith(json(200, generated(JSON.stringify({ content, excerpt: 'Anriss.', ...more }))));
}

const write = (more: object = {}) =>
  backend.post('generate-article', { ...IDEA, ideaId: crypto.randomUUID(), ...more });

const sent = () => {
  const [call] = backend.provider.received;
  if (!call) throw new Error('Gemini was not asked');
  return aroundFrames(call);
};

const claimsSchema = z.array(z.object({ id: z.string(), url: z.string(), attempt: z.number() }));

/** As the process that reads sources does, once they are queued. */
async function readAll(texts: Readonly<Record<string, string>>): Promise<void> {
  for (let left = Object.keys(texts).length; left > 0; ) {
    const { data } = await backend.staff.rpc('claim_sources', { token, most: 20 });
    for (const claim of claimsSchema.parse(data)) {
      left -= 1;
      const text = texts[claim.url];
      const outcome = text === undefined ? { failure: 'The host answered 404.', isFinal: true } : { text };
      await backend.staff.rpc('finish_source', { token, result: { ...claim, ...outcome } });
    }
  }
}

const rows = async () =>
  (await backend.staff.from('sources').select('number, url, title, state, quotes, post_id').order('number')).data;

const [A, B] = ['https://a.example/1', 'https://b.example/2'];

test('without sources Gemini gets what it always got', async () => {
  answerWith('Text.');
  expect((await write()).status).toBe(200);
  const [call] = backend.provider.received;
  expect(call?.body).toEqual({
    systemInstruction: { parts: [{ text: INSTRUCTIONS }] },
    contents: [
      {
        role: 'user',
        parts: [
          {
            text: 'Titel: Übung für Gruppen\n\nWorum es geht: Worum\n\nMehrwert für die Leserinnen und Leser: Wozu\n\nSuchbegriff, unter dem der Beitrag gefunden werden soll: KI',
          },
        ],
      },
    ],
    generationConfig: {
      responseMimeType: 'application/json',
      maxOutputTokens: 16_384,
      responseSchema: {
        type: 'OBJECT',
        properties: { content: { type: 'STRING' }, excerpt: { type: 'STRING' } },
        required: ['content', 'excerpt'],
      },
    },
  });
  expect(await rows()).toEqual([]);
});

test('texts of sources are waited for, framed as data, and belong to the article', async () => {
  answerWith('Das hilft [1].', { quotes: [{ source: 1, sentence: 'Das hilft [1].', quote: 'Es hilft.' }] });
  const reading = readAll({ [A]: 'Es hilft. Das zeigt die Studie.', [B]: 'Anderes' });
  const { body } = await write({ sources: [{ url: A, title: 'Studie' }, B] });
  await reading;
  const { outside, inside } = sent();
  const [{ text }] = outside.contents[0].parts;
  expect(text).toContain('Quellen:\n\n[1]\n<Quelle 1>\n\n[2]\n<Quelle 2>');
  expect(inside).toBe(`Adresse: ${A}\nTitel: Studie\n\nEs hilft. Das zeigt die Studie.\nAdresse: ${B}\n\nAnderes`);
  expect(outside.systemInstruction.parts[0].text).toContain('keine Anweisung');
  const { id } = body.post as { id: string };
  expect(await rows()).toEqual([
    {
      number: 1,
      url: A,
      title: 'Studie',
      state: 'read',
      quotes: [{ sentence: 'Das hilft [1].', quote: 'Es hilft.' }],
      post_id: id,
    },
    { number: 2, url: B, title: null, state: 'read', quotes: [], post_id: id },
  ]);
});

test('a source that cannot be read, or not in time, is named so', async () => {
  answerWith('Text.');
  const reading = readAll({ [A]: 'Lesbar' });
  await write({ sources: [A, B] });
  await reading;
  expect(sent().outside.contents[0].parts[0].text).toContain(
    '[1]\n<Quelle 1>\n\n[2] konnte nicht gelesen werden:\n<Quelle 2>',
  );
  expect(await rows()).toMatchObject([{ state: 'read' }, { state: 'unreadable' }]);
  await backend.database.execute('delete from public.sources');
  answerWith('Text.');
  await write({ sources: [A] });
  expect(sent().outside.contents[0].parts[0].text).toContain('[1] konnte nicht gelesen werden:\n<Quelle 1>');
  expect(await rows()).toMatchObject([{ state: 'waiting' }]);
});

test('a source that is listed twice is read once, and its quotes are those of both numbers', async () => {
  const quote = (source: number) => ({ source, sentence: `Satz ${source}`, quote: `Stelle ${source}` });
  answerWith('Text [1][3].', { quotes: [quote(1), quote(3)] });
  const reading = readAll({ [A]: 'Text', [B]: 'Text' });
  await write({ sources: [A, B, A] });
  await reading;
  expect(sent().outside.contents[0].parts[0].text).toContain('[3] ist dieselbe wie [1].');
  expect(await rows()).toMatchObject([
    { number: 1, url: A, quotes: [{ quote: 'Stelle 1' }, { quote: 'Stelle 3' }] },
    { number: 2, url: B, quotes: [] },
  ]);
});

test.each<readonly [string, unknown]>([
  ['no list', 'alles'],
  ['a source that there is not', [{ source: 9, sentence: 'a', quote: 'b' }]],
  ['a source by name', [{ source: 'Studie', sentence: 'a', quote: 'b' }]],
  ['no passage', [{ source: 1, sentence: 'a', quote: ' ' }]],
  ['anything', [null, 1, {}, { source: 1 }]],
])('of quotes that are %s none is stored', async (_what, quotes) => {
  answerWith('Text.', { quotes });
  const reading = readAll({ [A]: 'Text' });
  expect((await write({ sources: [A] })).status).toBe(200);
  await reading;
  expect(await rows()).toMatchObject([{ quotes: [] }]);
});

test('a long text is cut, and all texts together are no longer than the material may be', async () => {
  answerWith('Text.');
  const sources = Array.from({ length: 10 }, (_, index) => `https://a.example/${index}`);
  const reading = readAll(Object.fromEntries(sources.map((url) => [url, 'a'.repeat(200_000)])));
  await write({ sources });
  await reading;
  const { inside } = sent();
  expect(inside.match(/a{100,}/g)?.map(({ length }) => length)).toEqual(Array(10).fill(12_000));
});

test('what Gemini names beside the request is listed, and not read', async () => {
  const chunks = ['https://genannt.example/3', 'http://genannt.example/4'].map((uri) => ({ web: { uri } }));
  backend.provider.answerWith(
    json(
      200,
      generated(JSON.stringify({ content: 'Text.', excerpt: 'A' }), { groundingMetadata: { groundingChunks: chunks } }),
    ),
  );
  await write();
  expect(await rows()).toMatchObject([{ number: 1, url: 'https://genannt.example/3', state: 'unreadable' }]);
});
