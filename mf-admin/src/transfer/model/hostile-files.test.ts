import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { entryOf } from '../../files/model/file-rows.ts';
import { readFiles } from './read-files.ts';

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);
const zip = (name: string, text: string) => new Uint8Array(zipSync({ [name]: strToU8(text) }));
const post = (title: string) => `---\ntitle: ${title}\n---\n\nText\n`;

const entities = `<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}">`;
const bomb = zip('a.md', ' '.repeat(101 * 1024 * 1024));

const NO_UTF = 'Its characters are neither UTF-8 nor UTF-16; expected a text file in UTF-8.';
const NO_GHOST = 'This is no export of Ghost; expected db[0].data.posts, and found something else at posts.';
const DOCTYPE = 'This XML declares a document type; expected the export of WordPress, which has none.';
const NO_WORDPRESS = 'This is no export of WordPress; expected an RSS file with wp:wxr_version and items.';
const NO_COLUMNS =
  'The columns a, b were found; expected title, slug and content of posts, or title, duration_hours, price_chf, category, target_group and level of the matrix.';
const NO_ROWS = 'This file has a first row with columns and no rows below it.';
const NO_PRICES = 'title;duration_hours;category;target_group;level\na;1;A;B;C\n';
const NO_TYPE = '“a.exe” cannot be read; expected .csv, .tsv, .txt, .md, .markdown, .zip, .json, .xml.';

test.each([
  ['no ZIP archive', 'a.zip', 'PK no', 'This is no ZIP archive, or it is encrypted or damaged.'],
  ['a bomb', 'a.zip', bomb, 'This archive unpacks to more than 100 MB.'],
  ['no posts', 'a.zip', zip('a.png', 'x'), /^This archive has no Markdown file; expected .+\.md\.$/],
  ['no JSON', 'a.json', '{', 'This is no JSON; expected the export of Ghost.'],
  ['other JSON', 'a.json', '{"db": [{"data": {"posts": 1}}]}', NO_GHOST],
  ['entities', 'a.xml', `<!DOCTYPE rss [${entities}]><rss>&c;</rss>`, DOCTYPE],
  ['entities behind a comment', 'a.xml', `<rss><!-- ]]> --><!DOCTYPE rss [${entities}]></rss>`, DOCTYPE],
  ['broken XML', 'a.xml', '<rss><channel></rss>', /^This is no well-formed XML \(.+\)\.$/],
  ['another feed', 'a.xml', '<rss><channel><title>x</title></channel></rss>', NO_WORDPRESS],
  ['bytes', 'a.csv', new Uint8Array([0, 1, 2]), `This is no text file. ${NO_UTF}`],
  ['nothing', 'a.csv', '', 'This file is empty.'],
  ['blank lines', 'a.csv', '\n\n', 'This file is empty; expected a first row with the columns.'],
  ['a header alone', 'a.csv', 'title;slug;content\n', NO_ROWS],
  [
    'a column twice',
    'a.csv',
    'Title;title;slug;content\na;b;c;d\n',
    /^The column “title” is there twice; expected .+ once\.$/,
  ],
  ['other columns', 'a.csv', 'a;b\n1;2\n', NO_COLUMNS],
  ['a matrix without prices', 'a.csv', NO_PRICES, /^The columns price_chf are missing;/],
  ['another type', 'a.exe', 'x', NO_TYPE],
])('%s is refused in words', async (_, name, content, message) => {
  const expected = typeof message === 'string' ? message : expect.stringMatching(message);
  await expect(readFiles([file(name, content)])).rejects.toMatchObject({ name: 'UnreadableFile', message: expected });
});

test('100 MB are refused before they are read', async () => {
  const large = file('a.csv');
  Object.defineProperty(large, 'size', { value: 100 * 1024 * 1024 });
  await expect(readFiles([large])).rejects.toThrow('100 MB were chosen; expected at most 64 MB.');
});

test('a row that no database can store becomes wrong, and is not sent', async () => {
  const { rows } = await readFiles([
    file('a.md', post('A'), '\\u0000'),
    file('b.md', post('"\\0"')),
    file('c.md', post('"\\ud800"')),
    file('d.md', post('D'), 'x'.repeat(900_000)),
  ]);
  expect(rows.map((row) => entryOf(row).faults)).toEqual([
    undefined,
    ['A NUL character was found; expected text.'],
    ['Half a character was found; expected Unicode text.'],
    ['This row has more than 900 kB; expected a shorter text.'],
  ]);
});
