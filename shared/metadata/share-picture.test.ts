import { site } from '@ki/shared/contract/site.ts';
import { expect, test } from 'vitest';
import { cutLines, pictureAddress, sharePicture, textLines, textWidth } from './share-picture.ts';

const LETTERS = /[^ ]/g;

test.each([
  ['a text', 'Welches Modell ist besser? Ein fairer Test mit Ihren eigenen Aufgaben', 14],
  ['a word that is wider than a line', 'die Donaudampfschifffahrtsgesellschaft fährt', 8],
])('%s has no wider line, and no letter is lost', (_what, text, most) => {
  const lines = textLines(text, most);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(most);
  expect(lines.join(' ').match(LETTERS)).toEqual(text.match(LETTERS));
  expect(textLines('  ', most)).toEqual([]);
});

test('a cut text ends with an ellipsis that fits the line', () => {
  const [first, last, ...more] = cutLines('eins zwei drei vier fünf sechs sieben', 5, 2);
  expect([first, more]).toEqual(['eins zwei', []]);
  expect(last).toMatch(/…$/);
  expect(textWidth(last ?? '')).toBeLessThanOrEqual(5);
  expect(cutLines('eins', 5, 2)).toEqual(['eins']);
});

const HOSTILE = '</text><script>alert(1)</script> & "Anführung" \u0000\ud800 ]]>';

test('hostile texts are text of the picture', () => {
  const svg = sharePicture({ title: HOSTILE, facts: [HOSTILE, null] });
  for (const impossible of ['<script', '\u0000', '\ud800']) expect(svg).not.toContain(impossible);
  expect(svg).toContain('&lt;script&gt;');
  expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
});

test.each([
  ['long', 'Lang '.repeat(50_000)],
  ['without blanks', 'x'.repeat(250_000)],
  ['empty', ''],
])('a title that is %s makes a picture of few lines', (_what, title) => {
  const svg = sharePicture({ title, facts: [title] });
  expect(svg.match(/<text/g)?.length).toBeLessThanOrEqual(7);
  expect(svg.length).toBeLessThan(20_000);
});

const NAME = site().name;

test.each([
  ['KI 😀 im Kurs', 'KI im Kurs'],
  ['👩🏽‍💻 Arbeiten mit KI 🇨🇭', 'Arbeiten mit KI'],
  ['Hallo 👋, Welt (🌍)!', 'Hallo, Welt ()!'],
  ['Schritt 1️⃣ von 3️⃣', 'Schritt 1 von 3'],
  ['KI 入门 für alle مرحبا', 'KI für alle'],
  ['Bonjour !', 'Bonjour !'],
  ['Привет, Καλημέρα, Tiếng Việt', 'Привет, Καλημέρα, Tiếng Việt'],
  ['Gro\u0308\u00dfe, q\u0303 und \u0254\u0303', 'Gr\u00f6\u00dfe, q\u0303 und'],
  ['😀😀', NAME],
  ['你好，世界！', NAME],
])('%s is drawn without boxes', (title, expected) => {
  const svg = sharePicture({ title, facts: ['🎉', title] });
  const drawn = [...svg.matchAll(/<text [^>]*>([^<]*)/g)].map(([, words]) => words);
  expect(drawn.slice(1, -1).join(' ')).toBe(expected);
  expect(drawn.at(-1)).toBe(expected === NAME ? '' : expected);
});

test('the address of a picture changes with each thing that it shows', () => {
  const shown = [{ title: 'a' }, { title: 'b' }, { title: 'a', facts: ['c'] }, { title: 'a', facts: ['d'] }];
  expect(new Set(shown.map((one) => pictureAddress('/x.png', one))).size).toBe(shown.length);
  expect(pictureAddress('/x.png', { title: 'a' })).toBe(pictureAddress('/x.png', { title: 'a' }));
});
