import { describe, expect, test } from 'vitest';
import { judge } from './judge.ts';
import { readSource } from './passages.ts';

const TEXT = `# Kurse in Erlenau

Die Volkshochschule Erlenau bot im Jahr 2025 insgesamt 1.240 Kurse an, 312 davon zu KI. Die Fassung 2.1 des Programms
gilt seit dem 3. Mai 2021. Acht von 20 Räumen sind barrierefrei. Die Kosten stiegen von 1,2 auf 1,5 Mio. Euro.

Ein Kurs dauerte im Mittel 90 Minuten. 62,5 Prozent der Teilnehmenden waren Frauen, in Abendkursen 48 Prozent.

| Gebühr | 2024 | 2025 |
| --- | --- | --- |
| Einzelkurs | 45 Euro | 52 Euro |
| Jahreskarte | 180 Euro | 195 Euro |

Der nächste Lehrgang beginnt am 12. September 2026 in Buchtal. Die Leiterin sagte: «Wir wollen kleinere Gruppen und
mehr Zeit für Fra-
gen.» Anmeldung: kurse@vhs-erlenau.example oder https://www.vhs-erlenau.example/kurse/.

Mr Marsh said: "We don't grade people; we help them learn."`;

const source = await readSource(TEXT);
const stateOf = (claim: string) => judge(claim, source).state;

test.each([
  ['a share in words', 'Fünf von acht Teilnehmenden der Kurse waren Frauen.'],
  ['the others of a share', 'Zwölf von 20 Räumen sind nicht barrierefrei.'],
  ['another unit of time', 'Ein Kurs in Erlenau dauerte durchschnittlich anderthalb Stunden.'],
  ['a rounded number', 'Rund 1200 Kurse hatte die Volkshochschule 2025 im Angebot.'],
  ['a difference', 'Die Jahreskarte wurde um 15 Euro teurer.'],
  ['a number that names something', 'Noch gilt die Fassung 2.1 des Programms.'],
  ['millions', 'Die Kosten stiegen auf 1.500.000 Euro.'],
  ['Swiss notation', "2025 bot die Volkshochschule 1'240 Kurse an."],
  ['English notation', 'In 2025, the Volkshochschule Erlenau offered 1,240 courses.'],
  ['a part of a month', 'Seit Anfang Mai 2021 gilt das Programm.'],
  ['a date in digits', 'Der Lehrgang in Buchtal beginnt am 12.9.2026.'],
  ['two cells of a row', 'Die Jahreskarte kostete 2025 195 statt 180 Euro.'],
  ['an address', 'Anmelden kann man sich unter vhs-erlenau.example/kurse.'],
  ['a mail address', 'Fragen beantwortet kurse@vhs-erlenau.example.'],
])('%s that says the same is found', (_, claim) => {
  expect(stateOf(claim)).toBe('found');
});

test.each([
  ['a number', 'Die Volkshochschule Erlenau bot 2025 insgesamt 321 Kurse zu KI an.'],
  ['the number of another sentence', 'Ein Kurs dauerte im Mittel 312 Minuten.'],
  ['the number of another year', 'Ein Einzelkurs kostete 2025 45 Euro.'],
  ['a unit', 'Ein Kurs dauerte im Mittel 90 Stunden.'],
  ['a difference that is none', 'Die Jahreskarte wurde um 25 Euro teurer.'],
  ['another million', 'Die Kosten stiegen auf 1,5 Milliarden Euro.'],
  ['a month', 'Der nächste Lehrgang beginnt am 12. Oktober 2026 in Buchtal.'],
  ['a year', 'Das Programm gilt seit Mai 2022.'],
  ['an address', 'Anmelden kann man sich unter https://vhs-erlenau.example/anmeldung.'],
])('%s that is not that of the source is not found', (_, claim) => {
  expect(stateOf(claim)).toBe('not found');
});

describe('a quotation', () => {
  test.each([
    '„Wir wollen kleinere Gruppen und mehr Zeit für Fragen“, sagte die Leiterin.',
    'Die Leiterin sagte: »Wir wollen kleinere Gruppen und mehr Zeit für Fragen.«',
    'Sie wünscht sich “kleinere Gruppen”.',
    'Sie wünscht sich ‚kleinere Gruppen‘.',
    '"Wir wollen … mehr Zeit für Fragen", sagte sie.',
    '„Wir wollen […] mehr Zeit“, sagte sie.'.normalize('NFD'),
    'Marsh said: ‘We don’t grade people; we help them learn.’',
  ])('that stands there to the letter is found: %s', (claim) => {
    expect(stateOf(claim)).toBe('found');
  });

  test.each([
    '„Wir wollen größere Gruppen und mehr Zeit für Fragen“, sagte die Leiterin.',
    '„Wir wollen mehr Zeit für Fragen“, sagte sie.',
    '»mehr Zeit … kleinere Gruppen«',
    'Sie wünscht sich “kleinere Grupp”.',
    'Marsh said: "We don\'t grade people; we help them pass."',
  ])('that differs is not found: %s', (claim) => {
    expect(stateOf(claim)).toBe('not found');
  });

  test('keeps the numbers in it to itself', () => {
    const { findings } = judge('Es heißt: „Ein Kurs dauerte im Mittel 90 Minuten.“', source);
    expect(findings.map(({ value }) => value.kind)).toEqual(['quotation']);
  });
});

test.each([
  'Die Kantine wurde umgebaut.',
  'Hanne Wiesengrund leitet die Volkshochschule Erlenau.',
  'Die Volkshochschule will größere Gruppen.',
  'Gut ein Viertel der Kurse handelte von KI.',
])('a sentence without such a value is not judged: %s', (claim) => {
  expect(judge(claim, source)).toEqual({ state: 'not judged', findings: [], quote: undefined });
});

test('the value of the source that is meant stands beside that of the sentence, in its passage', () => {
  const { findings } = judge('Der nächste Lehrgang beginnt am 12. Oktober 2026 in Buchtal.', source);
  expect(findings).toMatchObject([
    {
      value: { text: '12. Oktober 2026' },
      source: { text: '12. September 2026' },
      passage: { text: 'Der nächste Lehrgang beginnt am 12. September 2026 in Buchtal.' },
    },
  ]);
});

test('no value is found in a source without text', async () => {
  expect(judge('Im Jahr 2025 gab es 1240 Kurse.', await readSource('')).state).toBe('not found');
});

describe('what a model quoted', () => {
  const RIGHT = 'Die Volkshochschule Erlenau bot 2025 insgesamt 1240 Kurse an.';
  const QUOTE = 'Die Volkshochschule Erlenau bot im Jahr 2025 insgesamt 1.240 Kurse an';
  const quoted = (sentence: string, quote: string, own = sentence) =>
    judge(sentence, source, [{ sentence: own, quote }]);

  test('is shown where it stands in the source, for the sentence as it is now', () => {
    expect(quoted(RIGHT, QUOTE).quote).toBe(QUOTE);
    expect(quoted(RIGHT, QUOTE, `${RIGHT.slice(0, -1)} [1].`).quote).toBe(QUOTE);
    expect(quoted(RIGHT, QUOTE.replace('1.240', '1.420')).quote).toBeUndefined();
    expect(quoted(RIGHT, '40 Kurse an, 312 davon zu KI').quote).toBeUndefined();
    expect(quoted(RIGHT, 'Die').quote).toBeUndefined();
    expect(quoted(RIGHT, QUOTE, 'Die Kantine wurde umgebaut.').quote).toBeUndefined();
  });

  test('changes no state', () => {
    expect(quoted(RIGHT.replace('1240', '1420'), QUOTE).state).toBe('not found');
    expect(quoted('Die Kantine wurde umgebaut.', QUOTE).state).toBe('not judged');
  });
});
