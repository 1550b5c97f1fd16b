import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { linkList, withFrontMatter, withParts } from './markdown-text.ts';

const HOSTILE = ['"', "'", '---', '\n---\n\n', ': #', '\\', '\u2028\u0085\u007f', '{{x}}', 'Ä 😀'];

/** What a reader of the format does. */
const cut = (text: string) => {
  const end = text.indexOf('\n---\n\n');
  return { head: parse(text.slice(4, end)), text: text.slice(end + 6) };
};

test.each(HOSTILE)('front matter holds %j, and the text below it is to the letter', (value) => {
  const row = `# Titel\r\n\n---\n\n${value}\n\n---\n\nEnde  `;
  const { head, text } = cut(withFrontMatter({ title: value, none: null, empty: '', places: 12 }, row));
  expect(head).toEqual({ title: value, places: 12 });
  expect(text).toBe(row);
});

test.each([
  ['plain', 'Inhalt', 'Ziele'],
  ['with the marker in one', 'a <!-- text content --> b', '<!-- /text x -->'],
  ['with the next marker, too', '<!-- text content --><!-- text-2 a -->', 'x\n'],
])('texts that are %s are cut exactly', (_what, content, objectives) => {
  const { marker, text } = withParts([
    { field: 'content', title: 'Inhalt', text: content },
    { field: 'objectives', title: 'Lernziele', text: objectives },
    { field: 'none', title: 'Leer', text: '' },
  ]);
  const parts = [...text.matchAll(new RegExp(`<!-- ${marker} (\\w+) -->\\n(.*?)\\n<!-- /${marker} \\1 -->`, 'gs'))];
  expect(parts.map(([, field, part]) => [field, part])).toEqual([
    ['content', content],
    ['objectives', objectives],
  ]);
});

test('links have one line each, whatever their titles are', () => {
  const links = [
    { title: 'a](http://b)\n[c', path: '/post/a', description: 'eins\nzwei' },
    { title: 'd', path: '/d' },
  ];
  expect(linkList(links, 'https://ki.example')).toBe(
    '- [a\\](http://b) \\[c](https://ki.example/post/a.md): eins zwei\n- [d](https://ki.example/d.md)',
  );
});
