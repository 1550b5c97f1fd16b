import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './bootstrap.mjs';

const FOLDER = path.join(ROOT, 'docs', 'decisions');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');
const numbersIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number));

const records = readdirSync(FOLDER).filter((file) => /^\d{4}-/.test(file));
const index = read('superseded.md');
/** Number, file and successors of each superseded decision. */
const lines = [...index.matchAll(/^\| (\d+) \| .*?: `([^`]+)` \| [\d-]+ \| (.+?) \|/gm)].map(
  ([, number, file = '', successors = '']) => ({ number: Number(number), file, successors }),
);
const superseded = new Set(lines.map(({ number }) => number));

test('a decision is either a record or a line of the superseded ones', () => {
  const files = [...records, ...lines.map(({ file }) => file)];
  const numbers = files.map((file) => Number.parseInt(file, 10));
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  expect(lines.filter(({ number, file }) => Number.parseInt(file, 10) !== number)).toEqual([]);
  expect(lines).toHaveLength(index.match(/^\| +\d/gm)?.length ?? 0);
});

test('a record that is superseded as a whole is a line', () => {
  expect(records.filter((file) => /Status: superseded by/i.test(read(file)))).toEqual([]);
});

test.each(records)('%s names superseded decisions that have a line', (file) => {
  const named = numbersIn(read(file), /\[(\d+)\]\(superseded\.md\)/g);
  expect(named.filter((number) => !superseded.has(number))).toEqual([]);
});

test.each(lines)('the successors of $file are records or lines', ({ successors }) => {
  const inForce = numbersIn(successors, /\[(\d+)\]\(/g);
  expect(inForce).toEqual(numbersIn(successors, /\]\((\d{4})-/g));
  const others = numbersIn(successors.replaceAll(/\[.*?\]\(.*?\)/g, ''), /(\d+)/g);
  expect(others.filter((number) => !superseded.has(number))).toEqual([]);
});
