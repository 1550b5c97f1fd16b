import { expect, test } from 'vitest';
import { judge } from './judge.ts';
import { readSource } from './source-text.ts';

const source = readSource(`# Kurse in Erlenau

Die Volkshochschule Erlenau bot im Jahr 2025 insgesamt 1.240 Kurse an, 312 davon zu KI. Geleitet wird sie seit dem
3. Mai 2021 von Dr. Hanne Wiesengrund; das Programm schreibt Jasper Tolkmitt-Rau.

Ein Kurs dauerte im Mittel 90 Minuten. 62,5 Prozent der Teilnehmenden waren Frauen, in Abendkursen 48 Prozent.

| Gebühr | 2024 | 2025 |
| --- | --- | --- |
| Einzelkurs | 45 Euro | 52 Euro |
| Jahreskarte | 180 Euro | 195 Euro |

Der nächste Lehrgang beginnt am 12. September 2026 in Buchtal.`);

const stateOf = (claim: string) => judge(claim, source).state;

test.each([
  'Fünf von acht Teilnehmenden der Kurse waren Frauen.',
  'Ein Kurs in Erlenau dauerte durchschnittlich anderthalb Stunden.',
  'Rund 1200 Kurse hatte die Volkshochschule 2025 im Angebot.',
  'Seit Anfang Mai 2021 leitet Hanne Wiesengrund die Volkshochschule.',
  'Mitte September 2026 beginnt der nächste Lehrgang.',
  'Die Jahreskarte kostete 2025 195 statt 180 Euro.',
])('a sentence that says the same in other words is supported: %s', (claim) => {
  expect(stateOf(claim)).toBe('supported');
});

test.each([
  ['a number', 'Die Volkshochschule Erlenau bot 2025 insgesamt 321 Kurse zu KI an.'],
  ['the number of another group', 'In Abendkursen waren 62,5 Prozent der Teilnehmenden Frauen.'],
  ['the number of another year', 'Ein Einzelkurs kostete 2025 45 Euro.'],
  ['a unit', 'Ein Kurs dauerte im Mittel 90 Stunden.'],
  ['a month', 'Der nächste Lehrgang beginnt am 12. Oktober 2026 in Buchtal.'],
  ['a first name', 'Die Volkshochschule wird von Hanna Wiesengrund geleitet.'],
  ['a last name', 'Das Programm der Volkshochschule schreibt Jasper Tolkmitt-Ried.'],
  ['the person', 'Das Programm der Volkshochschule schreibt Hanne Wiesengrund.'],
])('%s that is not that of the source is contradicted', (_, claim) => {
  expect(stateOf(claim)).toBe('contradicted');
});

test('the value of the source stands beside that of the sentence', () => {
  const { findings } = judge('Der nächste Lehrgang beginnt am 12. Oktober 2026 in Buchtal.', source);
  expect(findings).toContainEqual(
    expect.objectContaining({
      state: 'contradicted',
      value: expect.objectContaining({ text: '12. Oktober 2026' }),
      source: expect.objectContaining({ value: expect.objectContaining({ text: '12. September 2026' }) }),
    }),
  );
});

test.each(['Die meisten Lehrkräfte wünschen sich kleinere Gruppen und hellere Räume.', 'Die Kantine wurde umgebaut.'])(
  'a sentence about something else is not found: %s',
  (claim) => {
    expect(stateOf(claim)).toBe('not found');
  },
);

test('nothing is found in a source without text', () => {
  expect(judge('Die Kantine wurde umgebaut.', readSource('')).state).toBe('not found');
});
