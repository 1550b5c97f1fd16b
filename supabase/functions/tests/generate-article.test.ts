import { beforeAll, describe, expect, test } from 'vitest';
import { functionsBackend } from '../testing/functions-backend.ts';
import { article, generated } from '../testing/provider-answers.ts';
import { held, json, type Reply } from '../testing/provider-server.ts';

const backend = functionsBackend();
beforeAll(() =>
  backend.database.query(`insert into categories (name, slug) values ('Praxis', 'praxis'), ('Recht', 'recht')`),
);

const write = (content: string, fields: object = {}, more: object = {}) =>
  backend.write(json(200, article(content, { category: 'recht', ...more })), fields);

test('an idea becomes a draft by the caller, with excerpt and a category of those that Gemini got', async () => {
  const title = 'Übung für Gruppen';
  const { status, body, post } = await write(`# ${title}\n\nEinstieg.\n\n## Schritt\n\nText.`, { title });
  expect([status, body]).toEqual([200, { success: true, post: { id: post?.id, slug: post?.slug } }]);
  expect(post).toMatchObject({
    title,
    slug: 'uebung-fuer-gruppen',
    content: 'Einstieg.\n\n## Schritt\n\nText.',
    excerpt: 'Ein Anriss.',
    published_at: null,
    author: 'anna.muster',
    categories: { slug: 'recht' },
  });
  const sent = backend.provider.received[0]?.body;
  expect(JSON.stringify(sent?.contents)).toContain('recht (Recht)');
  const properties = { category: { enum: ['praxis', 'recht'] } };
  expect(sent?.generationConfig).toMatchObject({ responseSchema: { properties } });
});

test('a title without Latin letters still gets a slug, and a category that does not exist is omitted', async () => {
  const { post } = await write('Text.', { title: '学习' }, { category: 'sport' });
  expect(post).toMatchObject({ slug: 'beitrag', category_id: null });
});

test('a response in plain Markdown is accepted, with its first paragraph as excerpt', async () => {
  const content = '## Anfang\n\nEin **guter** Anfang.\n\nMehr.';
  const { post } = await backend.write(json(200, generated(content)));
  expect(post).toMatchObject({ content, excerpt: 'Ein guter Anfang.' });
});

describe('a draft', () => {
  const SOURCE = 'https://a.example/1';
  const LIST = `\n\n## Quellen\n\n1. [${SOURCE}](<${SOURCE}>)`;
  const MISSING = '[Quelle fehlt]';
  const TRACKER = 'https://t.example/?text=geheim';

  /** The status and the draft without the list of sources at its end. */
  async function draftOf(content: string) {
    const { status, post } = await write(content, { sources: [SOURCE] });
    const stored: string = post?.content ?? '';
    return { status, content: stored.endsWith(LIST) ? stored.slice(0, -LIST.length) : stored };
  }

  test('lists its sources at the end, and every number refers to one of them', async () => {
    const sources = [SOURCE, { url: 'https://b.example/2', title: 'Zwei [neu]' }, SOURCE];
    const { post } = await write('Erstens [1], zweitens [2], drittens [3], viertens [4]. `x[9]`', { sources });
    expect(post?.content).toBe(
      'Erstens [1], zweitens [2], drittens [1], viertens [Quelle fehlt]. `x[9]`' +
        `${LIST}\n2. [Zwei \\[neu\\]](<https://b.example/2>)`,
    );
  });

  test('without sources has no list and no link', async () => {
    const { post } = await write('Text [1], [Verweis](https://d.example/).');
    expect(post?.content).toBe('Text [Quelle fehlt], Verweis.');
  });

  test.each([
    ['a picture', `Ein ![Bild](${TRACKER}) hier`, 'Ein Bild hier'],
    ['a picture of a source', `Ein ![Bild](${SOURCE}) hier`, 'Ein Bild hier'],
    ['a picture without a text', `Ein ![](<${TRACKER}> "Titel") hier`, 'Ein  hier'],
    ['a picture by reference', `Ein ![Bild][b] hier\n\n[b]: ${TRACKER}\n\nMehr`, 'Ein Bild hier\n\n\n\nMehr'],
    ['a link', `Dazu [*mehr* hier](${TRACKER}).`, 'Dazu *mehr* hier.'],
    ['a link without a host', 'Dazu [mehr](/functions/v1/x).', 'Dazu mehr.'],
    ['a link by reference', `Dazu [mehr][a].\n\n[a]: ${TRACKER}\n\nMehr`, 'Dazu mehr.\n\n\n\nMehr'],
    ['a linked picture', `[![Bild](${TRACKER})](${TRACKER})`, 'Bild'],
    ['a link within brackets of another', '[[mehr](/x)](/x)', 'mehr'],
    ['a picture within the text of another', `![![Bild](${TRACKER})](${TRACKER})`, 'Bild'],
    ['a picture after a sign', `Ja!![Bild](${TRACKER})`, 'Ja!Bild'],
    ['a link in a table', `| a |\n| - |\n| [mehr](${TRACKER}) |`, '| a |\n| - |\n| mehr |'],
    ['a link in a footnote', `Text[^a].\n\n[^a]: [mehr](${TRACKER})`, 'Text[^a].\n\n[^a]: mehr'],
    ['a bare address', `Siehe ${TRACKER} dort`, `Siehe ${MISSING} dort`],
    ['an address in angle brackets', `Siehe <${TRACKER}> dort`, `Siehe ${MISSING} dort`],
    ['addresses in quotation marks', '«www.t.example/ und »www.u.example/', `«${MISSING} und »${MISSING}`],
    ['an address whose text is one', `[${TRACKER}](${TRACKER})`, MISSING],
    ['an address with entities', 'Siehe https&colon;//t.example/x dort\n\nMehr', `${MISSING}\n\nMehr`],
  ])('has no pictures and no links but to its sources: %s', async (_what, content, expected) => {
    expect(await draftOf(content)).toEqual({ status: 200, content: expected });
  });

  test.each([
    ['a link to a source', `Laut [Studie](${SOURCE}) und <${SOURCE}>.`],
    ['a section of the text', 'Wie [oben](#schritt).'],
    ['a mail address', 'An post@example.org schreiben.'],
    ['code', `\`![a](${TRACKER})\`\n\n\`\`\`md\n![a](${TRACKER})\n\`\`\`\n\nx`],
    ['an array in code', '```rust\nlet a = vec![1, 2];\n```\n\nx'],
    ['a citation', 'Text [1], **fett** und ~~alt~~ | x'],
  ])('keeps %s', async (_what, content) => {
    expect(await draftOf(content)).toEqual({ status: 200, content });
  });

  test('is not made of an article whose pictures hide others too deeply', async () => {
    const escaped = (text: string) => text.replace(/[\\[\]()!]/g, '\\$&');
    const hidden = (depth: number): string => (depth === 0 ? 'a' : `![${escaped(hidden(depth - 1))}](/x)`);
    expect(await draftOf(hidden(5))).toEqual({ status: 200, content: 'a' });
    expect((await draftOf(hidden(12))).status).toBe(502);
  });
});

describe('a claim', () => {
  const written = json(200, article('Text.'));
  const idea = (title: string) => ({ ideaId: '1', title, description: 'Worum', value: 'Wozu', keyword: '' });
  const ask = (body: object, ...replies: Reply[]) => {
    if (replies.length > 0) backend.provider.answerWith(...replies);
    return backend.post('generate-article', body);
  };
  const postsOf = async (title: string) =>
    (await backend.staff.from('posts').select('id').eq('title', title)).data ?? [];

  test('returns the same draft to a second call after success, which is paid for once', async () => {
    const first = await ask(idea('Zweimal gefragt'), written);
    // The same for the function, however it is written.
    const { title, ...rest } = idea('Zweimal gefragt');
    expect(await ask({ ...rest, title: `  ${title} `, sources: [] })).toEqual(first);
    expect(first.body).toMatchObject({ success: true, post: { slug: 'zweimal-gefragt' } });
    expect([backend.provider.received.length, (await postsOf('Zweimal gefragt')).length]).toEqual([1, 1]);
  });

  test('refuses a second call while the article is being written, which costs nothing', async () => {
    const slow = held(written);
    const first = ask(idea('Gleichzeitig'), slow.reply);
    await slow.arrived;
    const refused = { success: false, error: 'This article is already being written.' };
    expect(await ask(idea('Gleichzeitig'))).toEqual({ status: 409, body: refused });
    slow.release();
    expect((await first).status).toBe(200);
    expect([backend.provider.received.length, (await postsOf('Gleichzeitig')).length]).toEqual([1, 1]);
  });

  test('is released by a failure', async () => {
    expect((await ask(idea('Erst misslungen'), json(500, {}))).status).toBe(502);
    expect((await ask(idea('Erst misslungen'), written)).status).toBe(200);
  });

  test('is that of one account and one idea', async () => {
    const answers = [await ask(idea('Geteilt'), written), await ask({ ...idea('Geteilt'), keyword: 'Kurs' })];
    await backend.database.query('insert into private.staff (user_id) values ($1)', [backend.strangerId]);
    answers.push(await backend.post('generate-article', idea('Geteilt'), backend.strangerToken));
    await backend.database.query('delete from private.staff where user_id = $1', [backend.strangerId]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await postsOf('Geteilt')).toHaveLength(3);
  });
});
