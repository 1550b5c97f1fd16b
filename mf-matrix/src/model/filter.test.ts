import { expect, test } from 'vitest';
import type { Axes } from './axes.ts';
import { type Filter, isActive, knownOnly, NO_FILTER, searchIn, toggled } from './filter.ts';
import type { Workshop } from './workshop.ts';

const values = (...codes: string[]) => codes.map((code) => ({ code, name: `Name ${code}` }));
const axes: Axes = {
  category: values('GL', 'PW', 'DK', 'PF', 'RE', 'OW'),
  group: values('T1', 'T2', 'T3'),
  level: values('N1', 'N2', 'N3'),
};
const WORDS = ['Übung', 'KI', 'Prüfen', 'Texte', 'STRASSE', 'a.b', '(neu)', '100 %', 'für', 'Kurs'];

/** Numbers between 0 and 1 that are the same in every run. */
function numbersFrom(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function generator(seed: number) {
  const next = numbersFrom(seed);
  const one = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const some = <T>(list: readonly T[]) => list.filter(() => next() < 0.3);
  const title = () => Array.from({ length: 1 + Math.floor(next() * 4) }, () => one(WORDS)).join(' ');
  const code = (axis: keyof Axes) => one(axes[axis]).code;
  const workshop = (_: unknown, index: number): Workshop => ({
    ...{ id: String(index), title: title(), hours: 1, price: 100 },
    ...{ category: code('category'), group: code('group'), level: code('level') },
  });
  const text = (): string => {
    const whole = next() < 0.3 ? '' : title();
    const start = Math.floor(next() * whole.length);
    const part = whole.slice(start, start + 1 + Math.floor(next() * 5));
    return next() < 0.5 ? part.toUpperCase() : part.toLowerCase();
  };
  const codes = (axis: keyof Axes) => (next() < 0.4 ? [] : some(axes[axis]).map((value) => value.code));
  const filter = (): Filter => ({
    ...{ text: text(), category: codes('category') },
    ...{ group: codes('group'), level: codes('level') },
  });
  return { workshops: (count: number) => Array.from({ length: count }, workshop), filter };
}

/** An independent implementation of the rule: one regular expression over a line for each workshop. */
function expectedIds(workshops: readonly Workshop[], { text, category, group, level }: Filter): string[] {
  const anyOf = (codes: readonly string[]) => (codes.length ? `(?:${codes.join('|')})` : '[^;]*');
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const line = new RegExp(`^${anyOf(category)};${anyOf(group)};${anyOf(level)};.*${escaped}.*$`, 'iu');
  return workshops
    .filter((workshop) => line.test([workshop.category, workshop.group, workshop.level, workshop.title].join(';')))
    .map(({ id }) => id);
}

test('values within one filter dimension match any selected, dimensions combine with AND, over random combinations', () => {
  let hits = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const { workshops, filter } = generator(seed);
    const list = workshops(60);
    const search = searchIn(list);
    for (let round = 0; round < 50; round += 1) {
      const asked = filter();
      const found = search(asked).map(({ id }) => id);
      hits += found.length;
      expect(found, JSON.stringify(asked)).toEqual(expectedIds(list, asked));
    }
  }
  expect(hits).toBeGreaterThan(1000);
});

const titled = (title: string): Workshop => ({
  ...{ id: title, title, hours: 1, price: 1 },
  ...{ category: 'GL', group: 'T1', level: 'N1' },
});
const found = (title: string, text: string) => searchIn([titled(title)])({ ...NO_FILTER, text }).length === 1;

test('search is a case-insensitive substring match on the title', () => {
  expect(found('Prompts für Übungen', 'ÜBUNG')).toBe(true);
  expect(found('Prompts für Übungen', 'übung')).toBe(true);
  expect(found('Prompts für Übungen', 'gen fü')).toBe(false);
  expect(found('a.b', 'a+b')).toBe(false);
  expect(found('50 % KI (neu)', '% ki (')).toBe(true);
});

test('composed and decomposed umlauts match', () => {
  expect(found('Übungen', 'U\u0308bung')).toBe(true);
});

test('pressing a chip twice restores the filter', () => {
  const once = toggled(NO_FILTER, 'category', 'GL');
  expect(once.category).toEqual(['GL']);
  expect(toggled(once, 'category', 'GL')).toEqual(NO_FILTER);
});

test('a filter is active with a text or a chosen value', () => {
  expect(isActive(NO_FILTER)).toBe(false);
  expect(isActive({ ...NO_FILTER, text: 'x' })).toBe(true);
  expect(isActive({ ...NO_FILTER, level: ['N1'] })).toBe(true);
});

test('unknown codes are dropped', () => {
  expect(knownOnly({ ...NO_FILTER, category: ['GL', 'XX'], group: ['GL'] }, axes)).toEqual({
    ...NO_FILTER,
    category: ['GL'],
  });
});
