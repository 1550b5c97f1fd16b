import { beforeEach, expect, test } from 'vitest';
import type { KeptFinding, Source } from './citations.ts';
import { judge } from './judge.ts';
import { createReview, type ReviewOptions } from './review.ts';

const SCHOOL = 'Die Volkshochschule Erlenau bot im Jahr 2025 insgesamt 1.240 Kurse an. Ein Kurs dauerte 90 Minuten.';
const TOWN = 'Die Stadt Buchtal hatte 2024 insgesamt 31.000 Einwohner.';
const texts: Readonly<Record<string, string>> = { school: SCHOOL, town: TOWN };

const source = (id: string, number: number, values: Partial<Source> = {}): Source => {
  const read = { url: `https://example.org/${id}`, title: id, state: 'read', failure: null } as const;
  return { id, number, ...read, ...values };
};
const SOURCES = [source('school', 1), source('town', 2)];

const LIST = '\n\n## Quellen\n\n1. [Schule](https://example.org/school)\n2. [Stadt](https://example.org/town/)';
const FIRST = 'Die Volkshochschule Erlenau bot 2025 insgesamt 1240 Kurse an [1].';
const SECOND = 'Buchtal hatte 2024 rund 31.000 Einwohner [2].';

let judged: string[];
let read: string[];
beforeEach(() => {
  judged = [];
  read = [];
});

const review = (options: Partial<ReviewOptions> = {}) =>
  createReview({
    kept: [],
    sources: SOURCES,
    read: async (id) => {
      read.push(id);
      return { text: texts[id] ?? '', quotes: [] };
    },
    pause: async () => undefined,
    judge: (sentence, ...rest) => {
      judged.push(sentence);
      return judge(sentence, ...rest);
    },
    ...options,
  });

const statesOf = async (one: ReturnType<typeof review>) => (await one.settled()).map(({ state }) => state);

const REORDERED = '\n\n## Quellen\n\n1. [Stadt](https://example.org/town)\n2. [Schule](http://example.org/school)';
const OTHER = '\n\n## Quellen\n\n1. [Andere](https://example.org/other)';
const [FIRST_IN_2, SECOND_IN_1] = [FIRST.replace('[1]', '[2]'), SECOND.replace('[2]', '[1]')];

const FACT = `Im Mai 2026 begann der Kurs. Das ist schön. ${FIRST}${LIST}`;

test.each<[what: string, text: string, states: readonly string[]]>([
  ['its own source', `${FIRST} ${SECOND} ${FIRST_IN_2}${LIST}`, ['1 found', '2 found', '2 not found']],
  ['the address in a reordered list', `${FIRST_IN_2} ${SECOND_IN_1}${REORDERED}`, ['2 found', '1 found']],
  ['the number of the source without a list', FIRST, ['1 found']],
  ['no source where its number has no entry', `${FIRST.replace('[1]', '[7]')}${LIST}`, ['7 no source']],
  ['no source where its address was never fetched', `${FIRST}${OTHER}`, ['1 no source']],
  ['no citation where a sentence only states a fact', FACT, ['0 no citation', '1 found']],
])('a citation is judged by %s', async (_, text, states) => {
  const one = review();
  one.setText(text);
  expect((await one.settled()).map(({ number, state }) => `${number} ${state}`)).toEqual(states);
});

test('after an edit only the sentence that changed is judged again', async () => {
  const one = review();
  one.setText(`${FIRST} ${SECOND}${LIST}`);
  await one.settled();
  expect(judged).toHaveLength(2);
  one.setText(`Neuer Anfang.\n\n${FIRST} ${SECOND.replace('31.000', '13.000')}${LIST}`);
  expect(await statesOf(one)).toEqual(['found', 'not found']);
  expect(judged).toHaveLength(3);
  one.setText(`${SECOND} ${FIRST}${LIST}`);
  expect(await statesOf(one)).toEqual(['found', 'found']);
  expect(judged).toHaveLength(3);
  expect(read.toSorted()).toEqual(['school', 'town']);
});

test('a text that changes meanwhile is judged instead of the one before', async () => {
  const one = review();
  one.setText(`${FIRST} ${SECOND}${LIST}`);
  one.setText(`${FIRST} ${SECOND.replace('rund', 'etwa')}${LIST}`);
  await one.settled();
  expect(judged.at(-1)).toBe('Buchtal hatte 2024 etwa 31.000 Einwohner.');
  expect(judged).not.toContain('Buchtal hatte 2024 rund 31.000 Einwohner.');
});

test('sources that wait or could not be read are not judged, until they are read', async () => {
  const unreadable = source('town', 2, { state: 'unreadable', failure: '404' });
  const waiting = [source('school', 1, { state: 'waiting' }), unreadable];
  const one = review({ sources: waiting });
  one.setText(`${FIRST} ${SECOND}${LIST}`);
  expect(await statesOf(one)).toEqual(['waiting', 'unreadable']);
  expect(read).toEqual([]);
  one.setSources(SOURCES);
  expect(await statesOf(one)).toEqual(['found', 'found']);
});

test('the state that was stored shows at once, for the same sentence and number only', async () => {
  const kept: KeptFinding[] = [{ sentence: FIRST.replace(' [1]', ''), number: 1, state: 'not found' }];
  const one = review({ kept });
  one.setText(`${FIRST} ${SECOND}${LIST}`);
  expect(one.state().citations.map(({ state }) => state)).toEqual(['not found', 'checking']);
  expect(one.state().isRunning).toBe(true);
  expect(await statesOf(one)).toEqual(['found', 'found']);
  expect(one.state().isRunning).toBe(false);
});

test('a source that cannot be loaded holds up no other one, and is read again at a retry', async () => {
  let isDown = true;
  const one = review({
    read: async (id) => {
      if (isDown && id === 'school') throw new Error('offline');
      return { text: texts[id] ?? '', quotes: [] };
    },
  });
  one.setText(`${FIRST} ${SECOND}${LIST}`);
  expect(await statesOf(one)).toEqual(['checking', 'found']);
  expect(one.state().hasFailed).toBe(true);
  isDown = false;
  one.retry();
  expect(await statesOf(one)).toEqual(['found', 'found']);
  expect(one.state().hasFailed).toBe(false);
});

test('a long source is read and judged with many pauses', async () => {
  const long = Array.from({ length: 400 }, (_, index) => `Der Kurs ${index} dauerte ${index + 3} Stunden. ${TOWN}`);
  let pauses = 0;
  const one = review({
    read: async () => ({ text: [SCHOOL, ...long].join('\n\n'), quotes: [] }),
    pause: async () => {
      pauses += 1;
    },
  });
  one.setText(`${FIRST}${LIST}`);
  expect(await statesOf(one)).toEqual(['found']);
  expect(pauses).toBeGreaterThan(5);
});
