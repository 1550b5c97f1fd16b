import { expect, test } from 'vitest';
import { blockingOf } from './measurements.ts';
import { tableOf } from './table.ts';
import { longestChain } from './visit.ts';

const SITES = ['floor', 'beside', 'platform'];

const samples = (site: string, name: string, ...values: readonly number[]) =>
  values.map((value) => ({ measurement: 'home', site, figures: { [name]: value } }));

const cells = (line = '') => line.trim().split(/ {2,}/);

test('a row has the median of each site and the ratio of the last to each other; a missing figure is a dash', () => {
  const [head, row, gaps, ...more] = tableOf(
    [
      ...samples('platform', 'LCP, ms', 900, 300, 310),
      ...samples('floor', 'LCP, ms', 400, 200, 100),
      ...samples('beside', 'LCP, ms', 620.4, 1, 9_000),
      ...samples('platform', 'scripts, kB', 1.26),
      ...samples('floor', 'scripts, kB', 0),
    ],
    SITES,
  );
  expect(cells(head)).toEqual(['home', 'floor', 'beside', 'platform', 'to floor', 'to beside']);
  expect(cells(row)).toEqual(['LCP, ms', '200', '620', '310', '1.55 x', '0.50 x']);
  expect(cells(gaps)).toEqual(['scripts, kB', '0.0', '–', '1.3', '–', '–']);
  expect(more).toEqual([]);
});

test('requests are in a row when each began after the end of the one before', () => {
  const from = (start: number, end: number) => ({ start, end });
  expect(longestChain([])).toBe(0);
  expect(longestChain([from(0, 3), from(1, 4), from(2, 5)])).toBe(1);
  expect(longestChain([from(5, 6), from(0, 1), from(0, 4), from(1, 2), from(2, 9)])).toBe(3);
});

test('blocking time is the part of a long task above 50 ms and after the moment', () => {
  const tasks = [200, 80].map((length, index) => ({ start: 300 * index, length }));
  expect([0, 100, 170].map((moment) => blockingOf(tasks, moment))).toEqual([180, 80, 30]);
});
