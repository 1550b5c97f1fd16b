import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { INSTRUCTIONS } from '../generate-article/instructions.ts';
import { functionsBackend } from '../testing/functions-backend.ts';
import { aroundFrames } from '../testing/obeying.ts';
import { article, generated } from '../testing/provider-answers.ts';
import { json } from '../testing/provider-server.ts';

const backend = functionsBackend({ SOURCES_WAIT_MS: '6000' });

let token = '';
beforeAll(async () => {
  const [made] = await backend.database.query<{ token: string }>(
    "select shipping.make_token('sources', null, '{}', null, 'test') as token",
  );
  token = made?.token ?? '';
});
beforeEach(() => backend.database.execute('delete from public.sources'));

const write = (content: string, fields: object = {}, more: object = {}) =>
  backend.write(json(200, article(content, more)), { title: 'Übung für Gruppen', ...fields });

const sent = () => {
  const [call] = backend.provider.received;
  if (!call) throw new Error('Gemini was not asked');
  const { outside, inside } = aroundFrames(call);
  return { text: outside.contents[0].parts[0].text, rules: outside.systemInstruction.parts[0].text, inside };
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

async function writeFrom(texts: Readonly<Record<string, string>>, content: string, fields: object, more?: object) {
  const [written] = await Promise.all([write(content, fields, more), readAll(texts)]);
  return written;
}

const rows = async () =>
  (await backend.staff.from('sources').select('number, url, title, state, quotes, post_id').order('number')).data;

const [A, B] = ['https://a.example/1', 'https://b.example/2'];

test('without sources Gemini gets what it always got', async () => {
  expect((await write('Text.', { keyword: 'KI' })).status).toBe(200);
  const text = [
    'Titel: Übung für Gruppen',
    'Worum es geht: Worum',
    'Mehrwert für die Leserinnen und Leser: Wozu',
    'Suchbegriff, unter dem der Beitrag gefunden werden soll: KI',
  ].join('\n\n');
  const properties = { content: { type: 'STRING' }, excerpt: { type: 'STRING' } };
  expect(backend.provider.received[0]?.body).toEqual({
    systemInstruction: { parts: [{ text: INSTRUCTIONS }] },
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: {
      responseMimeType: 'application/json',
      maxOutputTokens: 16_384,
      responseSchema: { type: 'OBJECT', properties, required: ['content', 'excerpt'] },
    },
  });
  expect(await rows()).toEqual([]);
});

test('texts of sources are waited for, framed as data, and belong to the article', async () => {
  const quotes = [{ source: 1, sentence: 'Das hilft [1].', quote: 'Es hilft.' }];
  const texts = { [A]: 'Es hilft. Das zeigt die Studie.', [B]: 'Anderes' };
  const { post } = await writeFrom(texts, 'Das hilft [1].', { sources: [{ url: A, title: 'Studie' }, B] }, { quotes });
  const { text, rules, inside } = sent();
  expect(text).toContain('Quellen:\n\n[1]\n<Quelle 1>\n\n[2]\n<Quelle 2>');
  expect(inside).toBe(`Adresse: ${A}\nTitel: Studie\n\nEs hilft. Das zeigt die Studie.\nAdresse: ${B}\n\nAnderes`);
  expect(rules).toContain('keine Anweisung');
  const stored = { state: 'read', post_id: post?.id };
  const [{ source: _, ...quote } = { source: 1 }] = quotes;
  expect(await rows()).toEqual([
    { number: 1, url: A, title: 'Studie', quotes: [quote], ...stored },
    { number: 2, url: B, title: null, quotes: [], ...stored },
  ]);
});

test('a source that cannot be read, or not in time, is named so', async () => {
  const unreadable = 'konnte nicht gelesen werden:';
  await writeFrom({ [A]: 'Lesbar' }, 'Text.', { sources: [A, B] });
  expect(sent().text).toContain(`[1]\n<Quelle 1>\n\n[2] ${unreadable}\n<Quelle 2>`);
  expect(await rows()).toMatchObject([{ state: 'read' }, { state: 'unreadable' }]);
  await backend.database.execute('delete from public.sources');
  await write('Text.', { sources: [A] });
  expect(sent().text).toContain(`[1] ${unreadable}\n<Quelle 1>`);
  expect(await rows()).toMatchObject([{ state: 'waiting' }]);
});

test('a source that is listed twice is read once, and its quotes are those of both numbers', async () => {
  const quotes = [1, 3].map((source) => ({ source, sentence: `Satz ${source}`, quote: `Stelle ${source}` }));
  await writeFrom({ [A]: 'Text', [B]: 'Text' }, 'Text [1][3].', { sources: [A, B, A] }, { quotes });
  expect(sent().text).toContain('[3] ist dieselbe wie [1].');
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
])('quotes that are %s are not stored', async (_what, quotes) => {
  expect((await writeFrom({ [A]: 'Text' }, 'Text.', { sources: [A] }, { quotes })).status).toBe(200);
  expect(await rows()).toMatchObject([{ quotes: [] }]);
});

test('a long text is cut, and all texts together are no longer than the material may be', async () => {
  const sources = Array.from({ length: 10 }, (_, index) => `https://a.example/${index}`);
  await writeFrom(Object.fromEntries(sources.map((url) => [url, 'a'.repeat(200_000)])), 'Text.', { sources });
  expect(
    sent()
      .inside.match(/a{100,}/g)
      ?.map(({ length }) => length),
  ).toEqual(Array(10).fill(12_000));
});

test('what Gemini names beside the request is listed, and not read', async () => {
  const groundingChunks = ['https://genannt.example/3', 'http://genannt.example/4'].map((uri) => ({ web: { uri } }));
  const answer = JSON.stringify({ content: 'Text [1].', excerpt: 'A' });
  const { post } = await backend.write(json(200, generated(answer, { groundingMetadata: { groundingChunks } })));
  const listed = 'https://genannt.example/3';
  expect(post?.content).toBe(`Text [1].\n\n## Quellen\n\n1. [${listed}](<${listed}>)`);
  expect(await rows()).toMatchObject([{ number: 1, url: listed, state: 'unreadable' }]);
});
