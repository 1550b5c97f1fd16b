import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { generated, refusedBy } from './gemini-answers.ts';
import { json, type Reply } from './provider-server.ts';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, PROVIDER_TIMEOUT_MS: '1500' });
  await backend.database.query(`insert into categories (name, slug) values ('Praxis', 'praxis'), ('Recht', 'recht')`);
});
afterAll(() => backend.close());

const IDEA = {
  title: 'Übung für Gruppen',
  description: 'Worum es geht',
  value: 'Wozu es dient',
  keyword: '',
};

const article = (content: string, more: object = {}, candidate: object = {}) =>
  json(200, generated(JSON.stringify({ content, excerpt: 'Ein Anriss.', category: 'recht', ...more }), candidate));

async function write(reply: Reply, more: object = {}) {
  backend.provider.answerWith(reply);
  const { status, body } = await backend.post('generate-article', { ...IDEA, ideaId: crypto.randomUUID(), ...more });
  const { id = '' } = (body.post ?? {}) as { id?: string };
  const { data: post } = await backend.staff.from('posts').select('*, categories (slug)').eq('id', id).maybeSingle();
  return { status, body, post };
}

test('an idea becomes a draft by the caller, with excerpt and category', async () => {
  const { status, body, post } = await write(article('# Übung für Gruppen\n\nEinstieg.\n\n## Schritt\n\nText.'));
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, post: { id: post?.id, slug: post?.slug } });
  expect(post).toMatchObject({
    title: 'Übung für Gruppen',
    slug: 'uebung-fuer-gruppen',
    content: 'Einstieg.\n\n## Schritt\n\nText.',
    excerpt: 'Ein Anriss.',
    published_at: null,
    author: 'anna.muster',
    categories: { slug: 'recht' },
  });
});

test('Gemini gets the whole idea and the list of categories', async () => {
  await write(article('Text.'), { keyword: 'Gruppenarbeit' });
  const [call] = backend.provider.received;
  const [sent] = (call?.body.contents ?? []) as { parts: { text: string }[] }[];
  for (const part of ['Übung für Gruppen', 'Worum es geht', 'Wozu es dient', 'Gruppenarbeit', 'recht (Recht)']) {
    expect(sent?.parts[0]?.text).toContain(part);
  }
  expect(call?.body.generationConfig).toMatchObject({
    responseSchema: { properties: { category: { enum: ['praxis', 'recht'] } } },
  });
});

test('a taken slug gets a number', async () => {
  const title = 'Schon vergeben';
  const slugs = [];
  for (const _ of [1, 2, 3]) slugs.push((await write(article('Text.'), { title })).post?.slug);
  expect(slugs).toEqual(['schon-vergeben', 'schon-vergeben-2', 'schon-vergeben-3']);
});

test('a title without Latin letters still gets a slug', async () => {
  expect((await write(article('Text.'), { title: '学習' })).post?.slug).toBe('beitrag');
});

test('a category that does not exist is omitted', async () => {
  expect((await write(article('Text.', { category: 'sport' }))).post?.category_id).toBeNull();
});

test('a response in plain Markdown is accepted, with its first paragraph as excerpt', async () => {
  const { post } = await write(json(200, generated('## Anfang\n\nEin **guter** Anfang.\n\nMehr.')));
  expect(post).toMatchObject({ content: '## Anfang\n\nEin **guter** Anfang.\n\nMehr.', excerpt: 'Ein guter Anfang.' });
});

describe('sources', () => {
  test('are a list at the end, and every number refers to one of them', async () => {
    const sources = ['https://a.example/1', { url: 'https://b.example/2', title: 'Zwei [neu]' }, 'https://a.example/1'];
    const { post } = await write(article('Erstens [1], zweitens [2], drittens [3], viertens [4]. `x[9]`'), { sources });
    expect(post?.content).toBe(
      [
        'Erstens [1], zweitens [2], drittens [1], viertens [Quelle fehlt]. `x[9]`',
        '## Quellen',
        '1. [https://a.example/1](<https://a.example/1>)\n2. [Zwei \\[neu\\]](<https://b.example/2>)',
      ].join('\n\n'),
    );
  });

  test('that Gemini names are listed too', async () => {
    const groundingMetadata = { groundingChunks: [{ web: { uri: 'https://c.example/3', title: 'Drei' } }] };
    const { post } = await write(article('Text [1].', {}, { groundingMetadata }));
    expect(post?.content).toBe('Text [1].\n\n## Quellen\n\n1. [Drei](<https://c.example/3>)');
  });

  test('are not invented', async () => {
    const { post } = await write(article('Text [1], [Verweis](https://d.example/).'));
    expect(post?.content).toBe('Text [Quelle fehlt], Verweis.');
  });

  test('have addresses of a length that browsers accept', async () => {
    const sources = [{ url: `https://a.example/${'a'.repeat(2000)}` }];
    const { status, body } = await write(article('Text.'), { sources });
    expect([status, body.field]).toEqual([400, 'sources.0.url']);
  });

  test('may only be web addresses', async () => {
    const { status, body } = await write(article('Text.'), { sources: ['javascript:alert(1)'] });
    expect([status, body.field]).toEqual([400, 'sources.0']);
  });
});

describe('a failure', () => {
  const count = async () => (await backend.staff.from('posts').select('*', { count: 'exact', head: true })).count;

  const failures: [string, Reply, number, string][] = [
    [
      'an exhausted quota',
      json(429, refusedBy(429, 'RESOURCE_EXHAUSTED', 'x', '99s')),
      429,
      'Gemini API quota exceeded. Please wait a few minutes or check your API billing.',
    ],
    [
      'a wrong key',
      json(401, refusedBy(401, 'UNAUTHENTICATED', 'x')),
      502,
      'Gemini did not accept the API key. Please check GEMINI_API_KEY.',
    ],
    [
      'an answer that breaks off',
      json(200, generated('{"content": "Ein An')),
      502,
      'The answer of Gemini is not readable; it may have broken off. Please try again.',
    ],
    ['an empty article', article('  '), 502, 'Gemini wrote no article. Please try again.'],
  ];

  test.for(failures)('%s leaves no post', async ([, reply, status, message]) => {
    const before = await count();
    const answer = await write(reply);
    expect([answer.status, answer.body]).toEqual([status, { success: false, error: message }]);
    expect(await count()).toBe(before);
  });
});
