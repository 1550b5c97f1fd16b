import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT as REPOSITORY } from '../bootstrap.mjs';
import type { VitestReport } from './counts.ts';
import { judge, parseFault, problemsOf, testArguments } from './fault.ts';

const ROOT = path.resolve('clone');
const DIFF = '\ndiff --git a/x.ts b/x.ts\n';
const FAULT = { what: 'It is wrong.', file: 'x.test.ts', title: 'a (b) c' };

const ended = (status: string, fullName: string, ...failureMessages: string[]) => ({
  status,
  fullName,
  failureMessages,
});
const report = (...assertionResults: ReturnType<typeof ended>[]): VitestReport => ({
  testResults: [{ name: path.join(ROOT, 'x.test.ts'), status: '', message: 'SyntaxError: x\n', assertionResults }],
});

test('the header of a patch names the fault and its test', () => {
  expect(parseFault(`Fault: It is wrong.\nTest: x.test.ts -t "a "b" c"\n${DIFF}`)).toEqual({
    ...FAULT,
    title: 'a "b" c',
  });
  expect(parseFault(`Fault: It is wrong.\nTest: x.test.ts\n${DIFF}`)).toEqual({ ...FAULT, title: undefined });
});

test.each(['', 'Fault: It is wrong.\n', 'Test: x.test.ts\n', 'Fault: It is wrong.\nTest: x.test.ts -g "a"\n'])(
  'the header %j is refused',
  (header) => expect(() => parseFault(header + DIFF)).toThrow('malformed header'),
);

test('a title is taken literally, and may begin in the title of its suite', () => {
  expect(testArguments({ ...FAULT, title: undefined })).toEqual(['x.test.ts']);
  const [file, option, pattern = ''] = testArguments(FAULT);
  expect([file, option]).toEqual(['x.test.ts', '-t']);
  for (const title of ['a (b) c', 'suite > a > (b) c, more']) expect(title).toMatch(new RegExp(pattern));
  expect('a b c').not.toMatch(new RegExp(pattern));
});

test.each([
  'AssertionError: expected 1 to be 2',
  'TestingLibraryElementError: Unable to find a label',
  'Error: Unable to find role="dialog"',
  'Error: promise resolved "1" instead of rejecting',
  'Error: expected 1 to be null',
])('a fault is found by a failed assertion: %s', (message) => {
  const found = judge(report(ended('skipped', 'other'), ended('failed', 'a (b) c', `${message}\n at x`)), ROOT);
  expect(found).toEqual({ isFound: true, text: 'x.test.ts › a (b) c' });
});

test.each([
  ['its test passes', report(ended('passed', 'a')), 'its test passes'],
  ['no test has the title', report(ended('skipped', 'a')), 'no test ran'],
  ['there is no report', null, 'no test ran'],
  ['the file does not load', report(), 'no assertion failed, but: SyntaxError: x'],
  [
    'the set-up takes too long',
    report(ended('failed', 'a', 'Error: Hook timed out.\n at x')),
    'Error: Hook timed out.',
  ],
  ['the code throws', report(ended('failed', 'a', 'TypeError: a is undefined')), 'TypeError: a is undefined'],
])('a fault is missed when %s', (_when, given, text) => {
  expect(judge(given, ROOT)).toEqual({ isFound: false, text: expect.stringContaining(text) });
});

test('the baseline is every test of the files, and has the test of each fault', () => {
  expect(problemsOf(report(ended('passed', 'suite a (b) c')), [FAULT], ROOT)).toEqual([]);
  expect(problemsOf(report(ended('passed', 'other')), [FAULT], ROOT)).toEqual([
    'x.test.ts has no test "a (b) c" that passes',
  ]);
  expect(problemsOf(report(ended('passed', 'a (b) c'), ended('failed', 'other', 'Error: no')), [FAULT], ROOT)).toEqual([
    'x.test.ts › other fails: Error: no',
  ]);
  expect(problemsOf(null, [FAULT], ROOT)).toEqual(['the run has no report: it was ended, or took too long']);
});

const MIGRATIONS = path.join(REPOSITORY, 'supabase', 'migrations');
const migrations = readdirSync(MIGRATIONS).sort();
const sqlOf = (file: string) => readFileSync(path.join(MIGRATIONS, file), 'utf8');
const FUNCTION = /^create (?:or replace )?function ([\w.]+)\(/gim;

test.each(globSync('scripts/faults/*/*.patch', { cwd: REPOSITORY }))('%s applies, to what is in force', (name) => {
  execFileSync('git', ['apply', '--check', name], { cwd: REPOSITORY });
  const [, file, line] =
    /^\+\+\+ b\/supabase\/migrations\/(.+)\n@@ -(\d+)/m.exec(readFileSync(path.join(REPOSITORY, name), 'utf8')) ?? [];
  if (!file) return;
  const before = sqlOf(file).split('\n').slice(0, Number(line)).join('\n');
  const changed = [...before.matchAll(FUNCTION)].at(-1)?.[1];
  const later = migrations.filter((other) => other > file);
  expect(later.filter((other) => [...sqlOf(other).matchAll(FUNCTION)].some(([, made]) => made === changed))).toEqual(
    [],
  );
});
