import { expect, test } from 'vitest';
import { citedArticle } from './cited-sentences.ts';
import { sentencesOf as sentencesIn } from './sentences.ts';

const sentencesOf = (content: string) => citedArticle(content).sentences;

test.each([
  ['[1]', [1]],
  ['[1, 2]', [1, 2]],
  ['[7-9]', [7, 8, 9]],
  ['[9][1]', [9, 1]],
  ['[^8]', [8]],
  ['[[3]]', [3]],
  ['[Quelle 4]', [4]],
])('a sentence cites the sources of %s', (citation, numbers) => {
  expect(sentencesOf(`Viele lernen mit KI ${citation}. Andere nicht.`)).toMatchObject([
    { text: 'Viele lernen mit KI.', numbers },
    { text: 'Andere nicht.', numbers: [] },
  ]);
});

test('a citation after the point belongs to the sentence before it', () => {
  expect(sentencesOf('Viele lernen mit KI. [2] Andere nicht. [3]').map(({ numbers }) => numbers)).toEqual([[2], [3]]);
});

test('a footnote with a definition is a citation, too', () => {
  expect(sentencesOf('Viele lernen mit KI.[^2]\n\n[^2]: https://example.org/')[0]?.numbers).toEqual([2]);
});

test('a sentence has its place in the Markdown, marks included', () => {
  const content = '## Titel\n\nErst **dies**. Dann _kam_ der [Rest](https://example.org/) [1].';
  const starts = [content, `<!-- a -->${content}`.replace('Erst', '<!-- b -->\n<!-- c --> Erst')].map((text) => {
    const { start, text: said } = sentencesOf(text)[1] ?? {};
    return [text.slice(start), said];
  });
  const right = ['Dann _kam_ der [Rest](https://example.org/) [1].', 'Dann kam der Rest.'];
  expect(starts).toEqual([right, right]);
});

test.each([
  ['Die „Info@Schule“ nennt 5 % \\[1\\]. Noch 7 % \\[2\\].', ['Die „Info@Schule“ nennt 5 %.', 'Noch 7 %.']],
  ['Der Kanal „@srf“ hat\n5 Mio. Leute.', ['Der Kanal „@srf“ hat 5 Mio. Leute.']],
  ['Bei „www.example.org“ &amp; anderen sind es 3.', ['Bei „www.example.org“ &amp; anderen sind es 3.']],
  ['Bis 5\n<!-- c -->Mio. Leute. <!-- d -->Mehr.', ['Bis 5 Mio. Leute.', 'Mehr.']],
])('no sentence is lost in %j', (content, right) => {
  expect(sentencesOf(content).map(({ text }) => text)).toEqual(right);
});

test('headings, code and the list of sources are no sentences', () => {
  const content =
    '# Im Jahr 2026\n\n```\nx = [1]\n```\n\nEin Satz [1].\n\n## Quellen\n\n1. [Studie](<https://example.org/a>)';
  expect(citedArticle(content)).toMatchObject({
    sentences: [{ text: 'Ein Satz.' }],
    sources: [{ url: 'https://example.org/a', title: 'Studie' }],
  });
});

test.each([
  ['Die Gebühr sank um 12 Prozent.', true],
  ['Das sagte Anna Muster-Beispiel.', false],
  ['Sie sagte: „Wir lernen gern.“', true],
  ['Mehr steht auf example.org/kurse.', true],
  ['Im Mai 2026 beginnt der Kurs.', true],
  ['Das ist schön.', false],
])('%s states a fact: %s', (text, isFact) => {
  expect(sentencesOf(text)[0]?.isFact).toBe(isFact);
});

test('a quotation of several sentences is one sentence', () => {
  expect(sentencesOf('Sie sagte: „Wir lernen. Alle lernen.“ [1] Das war gut.').map(({ text }) => text)).toEqual([
    'Sie sagte: „Wir lernen. Alle lernen.“',
    'Das war gut.',
  ]);
});

test.each([
  [
    'Am 3. Mai 2026 sprach Dr. Anna Muster, z. B. über KI. Danach war Pause.',
    ['Am 3. Mai 2026 sprach Dr. Anna Muster, z. B. über KI.', 'Danach war Pause.'],
  ],
  ['Ein Satz über\nzwei Zeilen.\n- Erstens\n- Zweitens', ['Ein Satz über zwei Zeilen.', 'Erstens', 'Zweitens']],
])('the sentences of %j', (source, texts) => {
  expect(sentencesIn(source).map(({ text }) => text)).toEqual(texts);
});
