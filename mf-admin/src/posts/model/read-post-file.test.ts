import { expect, test } from 'vitest';
import { momentIn, readPostFile } from './read-post-file.ts';

const read = (text: string, name = 'a.md') =>
  readPostFile(
    name,
    Uint8Array.from(text, (letter) => letter.charCodeAt(0)),
  );

test('a file is read as in an import: its encoding, front matter, publication and tags', () => {
  const text =
    '+++\ntitle = "\xdcbung"\nslug = "u"\ndate = 2019-03-01\npublished = false\n+++\n\n![](a.png)\n{{< youtube ab >}}\n';
  expect(read(text)).toEqual({
    ...{ title: 'Übung', slug: 'u', texts: { excerpt: '' }, author: '', category: '', publishedAt: '' },
    content: '![](a.png)\n<https://www.youtube.com/watch?v=ab>\n',
    notes: [
      'The file was read as Windows-1252. Please look at umlauts.',
      'It says that it is a draft: Save Draft keeps it unpublished.',
      'published: it is “false”, so it becomes a draft.',
      'Its date is not used, as it is a draft.',
      '1 picture is not imported: a.png.',
      '1 embedded part is a link now.',
    ],
  });
});

test('a file without front matter is a text alone, and one that is broken is a text with the reason', () => {
  expect(read('# Titel\r\n\r\nText')).toMatchObject({ title: '', slug: '', content: '# Titel\n\nText', notes: [] });
  const broken = '---\ntitle: "a\n---\nText';
  expect(read(broken)).toMatchObject({ content: broken, notes: [expect.stringMatching(/this is no YAML/)] });
});

/** As `private.moment_of` reads them. */
test.each([
  ['2026-03-01', '2026-02-28T23:00:00.000Z'],
  ['2026-07-01 10:00', '2026-07-01T08:00:00.000Z'],
  ['2026-07-01T10:00:30', '2026-07-01T08:00:30.000Z'],
  ['2026-07-01 10:00:00 +0200', '2026-07-01T08:00:00.000Z'],
  ['2026-07-01T10:00:00-05', '2026-07-01T15:00:00.000Z'],
  ['2026-07-01T10:00:00Z', '2026-07-01T10:00:00.000Z'],
  // The night on which clocks go forward, and the one on which they go back.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-29 04:00', '2026-03-29T02:00:00.000Z'],
  ['2026-10-25 04:00', '2026-10-25T03:00:00.000Z'],
  ['01.03.2026', null],
  ['2026-13-01', null],
  ['now', null],
])('%s', (given, moment) => {
  expect(momentIn(given, 'Europe/Zurich')).toBe(moment);
});
