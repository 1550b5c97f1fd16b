import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FunctionsBackend, KEYS, startFunctionsBackend } from './functions-backend.ts';
import { generated } from './gemini-answers.ts';
import { json } from './provider-server.ts';

const SOURCE = 'https://a.example/1';
const LIST = `\n\n## Quellen\n\n1. [${SOURCE}](<${SOURCE}>)`;
const MISSING = '[Quelle fehlt]';

let backend: FunctionsBackend;
beforeAll(async () => {
  backend = await startFunctionsBackend({ ...KEYS, PROVIDER_TIMEOUT_MS: '60000' });
});
afterAll(() => backend.close());

/** The draft that an article of Gemini becomes, without the list of sources at its end. */
async function draftOf(content: string) {
  backend.provider.answerWith(json(200, generated(JSON.stringify({ content, excerpt: 'Ein Anriss.' }))));
  const idea = {
    title: 'Titel',
    description: '',
    value: '',
    keyword: '',
    ideaId: crypto.randomUUID(),
    sources: [SOURCE],
  };
  const { status, body } = await backend.post('generate-article', idea);
  const { id = '' } = (body.post ?? {}) as { id?: string };
  const { data: post } = await backend.staff.from('posts').select('content').eq('id', id).maybeSingle();
  const stored: string = post?.content ?? '';
  return { status, content: stored.endsWith(LIST) ? stored.slice(0, -LIST.length) : stored };
}

const TRACKER = 'https://t.example/?text=geheim';

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
])('a draft has no pictures and no links but to its sources: %s', async (_what, content, expected) => {
  expect(await draftOf(content)).toEqual({ status: 200, content: expected });
});

test.each([
  ['a link to a source', `Laut [Studie](${SOURCE}) und <${SOURCE}>.`],
  ['a section of the text', 'Wie [oben](#schritt).'],
  ['a mail address', 'An post@example.org schreiben.'],
  ['code', `\`![a](${TRACKER})\`\n\n\`\`\`md\n![a](${TRACKER})\n\`\`\`\n\nx`],
  ['an array in code', '```rust\nlet a = vec![1, 2];\n```\n\nx'],
  ['a citation', 'Text [1], **fett** und ~~alt~~ | x'],
])('a draft keeps %s', async (_what, content) => {
  expect(await draftOf(content)).toEqual({ status: 200, content });
});

test('an article whose pictures hide others too deeply becomes no draft', async () => {
  const escaped = (text: string) => text.replace(/[\\[\]()!]/g, '\\$&');
  const hidden = (depth: number): string => (depth === 0 ? 'a' : `![${escaped(hidden(depth - 1))}](/x)`);
  expect(await draftOf(hidden(5))).toEqual({ status: 200, content: 'a' });
  expect((await draftOf(hidden(12))).status).toBe(502);
});
