import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

const textsOf = (source: string) => sentencesOf(source).map(({ text }) => text);

test('a point of a date, a title or an abbreviation ends no sentence', () => {
  expect(textsOf('Am 3. Mai 2026 sprach Dr. Anna Muster, z. B. über KI. Danach war Pause.')).toEqual([
    'Am 3. Mai 2026 sprach Dr. Anna Muster, z. B. über KI.',
    'Danach war Pause.',
  ]);
});

test('lines of one paragraph are one text, items of a list are not', () => {
  expect(textsOf('Ein Satz über\nzwei Zeilen.\n- Erstens\n- Zweitens')).toEqual([
    'Ein Satz über zwei Zeilen.',
    'Erstens',
    'Zweitens',
  ]);
});
