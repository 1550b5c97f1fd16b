import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Markdown } from '../markdown.tsx';
import { publicMarkdown } from '../prepare-text.ts';
import { standaloneHtml } from '../standalone-html.tsx';
import { plainPassage, plainText } from './plain-text.ts';
import { readMarkdown } from './read-markdown.ts';

const page = (source: string) =>
  renderToStaticMarkup(<Markdown source={source} />).replace(/^<div[^>]*>|<\/div>$/g, '');
const feed = (source: string) => standaloneHtml(source, 'https://ki.example/post/a');

/** The page, the feed and the description of a paragraph. */
const shown = (source: string) => ({
  page: page(source)
    .replace(/^<p>|<\/p>$/g, '')
    .replaceAll(' rel="noopener noreferrer"', ''),
  feed: feed(source).replace(/^<p>|<\/p>$/g, ''),
  plain: plainText(source),
});

const inline = (html: string) => ({
  page: html,
  feed: html,
  plain: html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"'),
});

describe('a star', () => {
  test.each([
    ['Für Schüler*innen und Lehrer*innen. 5*3*2 Karten.'],
    ['Alle Kolleg*innen*: auch Ärzt*innen'],
    ['Schüler*(innen) und Freund*(inn)en'],
    ['3*„Super“ und 4*„x“, Autor*"innen" und Leser*"innen"'],
    ['Autor*„innen“ und Leser*„innen“'],
    ['„Lehrer“*innen und „Schüler“*innen'],
    ['Pfleger*in und Techniker*innen oder 9*6=42'],
    ['«Schul*» oder «*schule»'],
    ['»Lehrer*« und »*innen«'],
    ['Der „Preis*“ und das „Angebot“* gelten.'],
  ])('between letters or digits is itself: %s', (text) =>
    expect(shown(text)).toEqual(inline(text.replaceAll('"', '&quot;'))),
  );

  test.each([
    ['*Schüler*innen* und **Lehrer*innen**', '<em>Schüler*innen</em> und <strong>Lehrer*innen</strong>'],
    ['Wort**teil** und *schräg*, (*so*)', 'Wort<strong>teil</strong> und <em>schräg</em>, (<em>so</em>)'],
    ['👋*liebe* Leute, *Hallo*🎉, ⚠️*Achtung*', '👋<em>liebe</em> Leute, <em>Hallo</em>🎉, ⚠️<em>Achtung</em>'],
    ['Autor*»x« und »*alt*«', 'Autor*»x« und »<em>alt</em>«'],
  ])('marks emphasis elsewhere: %s', (text, html) => expect(shown(text)).toEqual(inline(html)));
});

test.each([
  ['Das **„Wort“**und der **Hinweis:**Text', 'Das <strong>„Wort“</strong>und der <strong>Hinweis:</strong>Text'],
  ['und**„Wort“** oder**»Wort«**so', 'und<strong>„Wort“</strong> oder<strong>»Wort«</strong>so'],
  ['und*„Wort“*so, *«Wort»*so', 'und<em>„Wort“</em>so, <em>«Wort»</em>so'],
  ['Eine **50 %**ige Lösung **Achtung!**Text', 'Eine <strong>50 %</strong>ige Lösung <strong>Achtung!</strong>Text'],
  ['~~„alt“~~neu, **`code`**und', '<del>„alt“</del>neu, <strong><code>code</code></strong>und'],
  ['**A**(b) und **C**(d)', '<strong>A</strong>(b) und <strong>C</strong>(d)'],
  ['**Hinweis: ** Der Begriff »**Wort**« gilt', '**Hinweis: ** Der Begriff »<strong>Wort</strong>« gilt'],
])('marks of emphasis work beside punctuation: %s', (text, html) => expect(shown(text)).toEqual(inline(html)));

test.each([
  ['Preis** (neu) 2 ** 3 **'],
  ['10**-3 bis 10**-6, x**(y) + z**(w), (a)**2 + (b)**n'],
  ['.45**(.02) .32**(.01)'],
  ['C**++ und D**++, foo**/bar**/baz'],
  ['5**„a“ und 6**„b“'],
  ['„Hotel***“ und „Gasthof***“, „Sch***“ und „Arsch***“, „Preis**“ und „Angebot**“'],
])('two stars beside other marks are themselves: %s', (text) => expect(shown(text)).toEqual(inline(text)));

test.each([
  ['H~2~O und ~~weg~~', 'H~2~O und <del>weg</del>'],
  ['rund ~5 und ~6', 'rund ~5 und ~6'],
  ['age(1~3), hight(80~100)', 'age(1~3), hight(80~100)'],
])('two tildes strike out: %s', (text, html) => expect(shown(text)).toEqual(inline(html)));

describe('a bare address ends before a mark', () => {
  const link = (address: string, text = address) => `<a href="${address}">${text}</a>`;
  test.each([
    ['„https://beispiel.ch/a“, und', `„${link('https://beispiel.ch/a')}“, und`],
    ['»https://beispiel.ch« und', `»${link('https://beispiel.ch/', 'https://beispiel.ch')}« und`],
    ['https://beispiel.ch/b… Danach', `${link('https://beispiel.ch/b')}… Danach`],
    ['(https://de.wikipedia.org/wiki/KI_(Begriff)).', `(${link('https://de.wikipedia.org/wiki/KI_(Begriff)')}).`],
    ['„www.beispiel.ch“ und', `„${link('http://www.beispiel.ch/', 'www.beispiel.ch')}“ und`],
    ['www.beispiel.ch/x.“', `${link('http://www.beispiel.ch/x', 'www.beispiel.ch/x')}.“`],
    ['https://a.ch/x“*kursiv*“', `${link('https://a.ch/x')}“<em>kursiv</em>“`],
    ['„a@beispiel.ch“', `„${link('mailto:a@beispiel.ch', 'a@beispiel.ch')}“`],
    ["‚https://a.ch/y‘ 'https://a.ch/z'", `‚${link('https://a.ch/y')}‘ &#x27;${link('https://a.ch/z')}&#x27;`],
    ['Das [ist „https://a.ch/x“…', `Das [ist „${link('https://a.ch/x')}“…`],
  ])('%s', (text, html) => {
    const right = inline(html);
    // A feed has addresses as URLs write them.
    expect({ ...shown(text), page: right.page }).toEqual(right);
    expect(shown(text).page.replace(/(href="https?:\/\/[^/"]+)"/g, '$1/"')).toBe(html);
  });
});

test.each([
  ['Eins\n\n<!--more-->\n\nZwei <!-- Notiz --> drei', '<p>Eins</p>\n<p>Zwei  drei</p>', 'Eins Zwei drei'],
  ['<!-- eins\n\n## zwei -->\n\n> <!-- drei -->\n\n- <!-- vier -->\n- Fünf', '<ul>\n<li>Fünf</li>\n</ul>', 'Fünf'],
  ['Liste<Wort> <b>fett</b>', '<p>Liste&lt;Wort&gt; &lt;b&gt;fett&lt;/b&gt;</p>', 'Liste<Wort> <b>fett</b>'],
  [
    '<!--- Drei Striche --->\n\n# A\n\nText\n<!-- über\nZeilen -->',
    '<h2 id="abschnitt-a">A</h2>\n<p>Text</p>',
    'A Text',
  ],
  ['`<!-- gezeigt -->`', '<p><code>&lt;!-- gezeigt --&gt;</code></p>', '<!-- gezeigt -->'],
  ['Text\n\n<!-- offen\n\nRest', '<p>Text</p>\n&lt;!-- offen\n\nRest', 'Text <!-- offen Rest'],
  ['<!--more-->Text *direkt*', '<p>Text <em>direkt</em></p>', 'Text direkt'],
  [
    '<!-- c\nd --> <!-- e --> **b** [a][l]\n\n[l]: mailto:c@d.ch',
    '<p><strong>b</strong> <a href="mailto:c@d.ch">a</a></p>',
    'b a',
  ],
  ['Eins\n<!-- c -->*zwei*', '<p>Eins\n<em>zwei</em></p>', 'Eins zwei'],
  ['<!-- a --> <!-- b\n-->*T*\n\n<!-- d --> <!-- e\n-->', '<p><em>T</em></p>', 'T'],
  [
    '> <!-- a --><!-- b\n>\n> --> <!-- c --># T\n\n- <!-- d --> <!-- e\n\n--> *U*',
    '<blockquote>\n<h2 id="abschnitt-t">T</h2>\n</blockquote>\n<ul>\n<li>\n&lt;!-- e\n\n</li>\n</ul>\n<p>--&gt; <em>U</em></p>',
    'T <!-- e --> U',
  ],
  [
    '> <!-- c\n> d --># Titel\n\n- <!-- c -->  *A*\n\n  B',
    '<blockquote>\n<h2 id="abschnitt-titel">Titel</h2>\n</blockquote>\n<ul>\n<li>\n<p><em>A</em></p>\n<p>B</p>\n</li>\n</ul>',
    'Titel A B',
  ],
  ['## &nbsp;\n\n## \u200B\n\n## [](#x)\n\n## **\u00AD**\n\nMehr', '<p>Mehr</p>', 'Mehr'],
  ['Text\n\n##\n\n# <!-- leer -->\n\nMehr', '<p>Text</p>\n<p>Mehr</p>', 'Text Mehr'],
])('comments and empty headings are unseen, other HTML is text: %j', (text, html, plain) => {
  expect({ page: page(text), feed: feed(text), plain: plainText(text) }).toEqual({ page: html, feed: html, plain });
});

test('an apostrophe between letters does not end an address', () => {
  const links = page('in https://a.ch/L’Équipe‘ „www.a.ch/d’A“ ‚https://a.ch/l’‘').matchAll(/<a [^>]*>([^<]*)</g);
  expect(Array.from(links, ([, text]) => text)).toEqual(['https://a.ch/L’Équipe', 'www.a.ch/d’A', 'https://a.ch/l']);
});

test('an alternative text has no comments', () => {
  const text = '![Bild <!-- geheim --> x][b]\n\n[b]: /b.png';
  expect(page(text)).toContain('alt="Bild  x"');
  expect(feed(text)).toContain('alt="Bild  x"');
  expect(plainText(text)).toBe('Bild x');
});

test('a text of many comments or addresses is read at once', () => {
  const text = `${'<!--'.repeat(60_000)}\n\n-->\n\n${'https://a.ch/“'.repeat(3_500)}`;
  expect(page(text).match(/<a /g)).toHaveLength(3_500);
});

test('a link to a heading by its text leads there', () => {
  const text =
    '[a](#fazit) [b](#Für%20wen?) [c](#abschnitt-fazit) [d](#über-uns---so) [e](#fehlt) [^1]\n\n## Fazit\n\n## Für wen?\n\n## Über uns - so\n\n[^1]: Note';
  const fragments = (html: string) => [...html.matchAll(/<a [^>]*href="[^"#]*#([^"]*)"/g)].map(([, id]) => id);
  const right = [
    'abschnitt-fazit',
    'abschnitt-fuer-wen',
    'abschnitt-fazit',
    'abschnitt-ueber-uns-so',
    'fehlt',
    'abschnitt-fn-1',
    'abschnitt-fnref-1',
  ];
  expect(fragments(page(text))).toEqual(right);
  expect(fragments(feed(text))).toEqual(right);
});

test('a plain text has words without markup', () => {
  const markdown = [
    '## Ein *Titel*\n\n> Zitat[^1] mit [Link][a] und ![Bild][b]\n\n- **eins**\\\nzwei\n\n```python\nx = 1\n```',
    '| a | b |\n|-|-|\n| c | d |\n\n---\n\n[^1]: Note[^2]\n[^2]: Zweite\n[^3]: Nie\n\n[a]: https://a.ch\n[b]: b.png\n\nEnde &amp; \\*',
  ].join('\n\n');
  expect(plainText(markdown)).toBe('Ein Titel Zitat mit Link und Bild eins zwei x = 1 a b c d Ende & * Note Zweite');
});

test('passages of searches leave the text of a page in memory', () => {
  const text = '**eins** [zwei](/c) '.repeat(1_000);
  plainText(text);
  for (const letter of 'abc') plainPassage(`    ${letter.repeat(500_000)}`);
  // The reading of Markdown keeps its last text only, which another reading would replace.
  const last = readMarkdown('Zuletzt');
  plainText(text);
  expect(readMarkdown('Zuletzt')).toBe(last);
});

test.each([
  ['Eins <!-- a --> zwei  \n\n<!--more-->\n\n> <!-- b\n> c --> d\n', 'Eins  zwei  \n\n\n\n> d\n'],
  ['- <!-- c -->  *A*\n\n  B\n\n<!-- d --># Titel', '- *A*\n\n  B\n\n# Titel'],
  ['![a <!-- b --> `c`](d.png "<!-- e -->")', '![a  `c`](d.png "<!-- e -->")'],
  ['`<!-- a -->`\n\n```\n<!-- b -->\n```\n', '`<!-- a -->`\n\n```\n<!-- b -->\n```\n'],
  ['\uFEFF<!-- a --> <!-- b\n-->*T* <!-- c -->\n', '*T* \n'],
  ['| a |\n|-|\n| b <!-- c --> |\n', '| a |\n|-|\n| b  |\n'],
  ['Schüler*innen `x` H~2~O', 'Schüler*innen `x` H~2~O'],
])('a text for programs is to the letter, without comments: %j', async (text, right) => {
  expect(await publicMarkdown(text)).toBe(right);
});
