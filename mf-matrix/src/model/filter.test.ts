import { expect, test } from 'vitest';
import { type Axes, type AxisValue, perAxis } from './axes.ts';
import { type Filter, NO_FILTER, searchIn } from './filter.ts';
import type { Workshop } from './workshop.ts';

const values = (...codes: string[]) => codes.map((code) => ({ code, name: `Name ${code}` }));
const axes: Axes = {
  category: values('GL', 'PW', 'DK', 'PF', 'RE', 'OW'),
  group: values('T1', 'T2', 'T3'),
  level: values('N1', 'N2', 'N3'),
};
const WORDS = ['Übung', 'KI', 'Prüfen', 'Texte', 'STRASSE', 'a.b', '(neu)', '100 %', 'für', 'Kurs'];

/** Workshops and filters that are the same in every run. */
function generator(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const one = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const title = () => Array.from({ length: 1 + Math.floor(next() * 4) }, () => one(WORDS)).join(' ');
  const workshop = (_: unknown, index: number): Workshop => ({
    ...{ id: String(index), title: title(), hours: 1, price: 100 },
    ...perAxis(({ key }) => one(axes[key]).code),
  });
  const text = (): string => {
    const whole = next() < 0.3 ? '' : title();
    const start = Math.floor(next() * whole.length);
    const part = whole.slice(start, start + 1 + Math.floor(next() * 5));
    return next() < 0.5 ? part.toUpperCase() : part.toLowerCase();
  };
  const codes = (values: readonly AxisValue[]) =>
    next() < 0.4 ? [] : values.filter(() => next() < 0.3).map(({ code }) => code);
  const filter = (): Filter => ({ text: text(), ...perAxis(({ key }) => codes(axes[key])) });
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

test('composed and decomposed umlauts match', () => {
  const workshop = { title: 'Übungen', category: 'GL', group: 'T1', level: 'N1' };
  expect(searchIn([workshop])({ ...NO_FILTER, text: 'U\u0308bung' })).toEqual([workshop]);
});
