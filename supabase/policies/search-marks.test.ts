import { expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { ids } from './testing/ids.ts';
import { givenRecords } from './testing/records.ts';
import { givenSearch } from './testing/search.ts';

const backend = givenBackend();
const { change } = givenRecords(backend);
const { search } = givenSearch(backend);

test('marks hits in the excerpt with control characters instead of markup', async () => {
  const content = '## Plan\n\nVor der **Prüfung** <img src=x onerror=alert(1)> [lesen](/x).';
  await change('posts', ids.publishedPost, { content });
  const hit = (await search('prüfung')).find(({ id }) => id === ids.publishedPost);
  expect(hit?.excerpt).toContain('\u{E000}Prüfung\u{E001}');
  expect(hit?.excerpt).toContain('lesen');
  expect(hit?.excerpt).not.toMatch(/[<>*#]|\(\/x\)/);
  expect(hit?.passage).toBe('Vor der **\u{E000}Prüfung\u{E001}** <img src=x onerror=alert(1)> [lesen](/x).');
  expect(hit?.outline).toBe('## Plan');
});

test.each([
  ['an umlaut spelled out by a query without it', 'Die Haeuser.', 'Haus', 'Die \u{E000}Haeuser\u{E001}.'],
  ['characters of a script without blanks', '人工智能教育AI入门', '教育', '人工智能\u{E000}教育\u{E001}AI入门'],
  ['a word beside such characters', '人工智能AI教育', 'AI', '人工智能\u{E000}AI\u{E001}教育'],
  [
    'digits of another script',
    'Nummer ๑๒๓, quark१२',
    '๑๒๓ quark',
    'Nummer \u{E000}๑๒๓\u{E001}, \u{E000}quark१२\u{E001}',
  ],
])('marks %s', async (_, content, query, passage) => {
  await change('posts', ids.publishedPost, { content });
  expect((await search(query)).map((hit) => hit.passage)).toEqual([passage]);
});
