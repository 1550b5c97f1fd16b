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
  const header = 'Fault: It is wrong.\nTest: x.test.ts';
  expect(parseFault(`${header} -t "a "b" c"\n${DIFF}`)).toEqual({ ...FAULT, title: 'a "b" c' });
  expect(parseFault(`${header}\n${DIFF}`)).toEqual({ ...FAULT, title: undefined });
  for (const wrong of ['', 'Test: x.test.ts\n', `${header} -g "a"\n`])
    expect(() => parseFault(wrong + DIFF)).toThrow('malformed header');
});

test('a title is taken literally, and may begin in the title of its suite', () => {
  expect(testArguments({ ...FAULT, title: undefined })).toEqual(['x.test.ts']);
  const [file, option, pattern = ''] = testArguments(FAULT);
  expect([file, option]).toEqual(['x.test.ts', '-t']);
  for (const title of ['a (b) c', 'suite > a > (b) c, more']) expect(title).toMatch(new RegExp(pattern));
  expect('a b c').not.toMatch(new RegExp(pattern));
});

test.each([
  ['AssertionError: expected 1 to be 2', true],
  ['TestingLibraryElementError: Unable to find a label', true],
  ['Error: promise resolved "1" instead of rejecting', true],
  ['Error: Hook timed out.', false],
  ['TypeError: a is undefined', false],
])('an assertion finds a fault, an exception does not: %s', (message, isFound) => {
  const given = report(ended('skipped', 'other'), ended('failed', 'a (b) c', `${message}\n at x`));
  const text = isFound ? 'x.test.ts › a (b) c' : `no assertion failed, but: ${message}`;
  expect(judge(given, ROOT)).toEqual({ isFound, text });
});

test.each([
  ['its test passes', report(ended('passed', 'a')), 'its test passes'],
  ['no test has the title', report(ended('skipped', 'a')), 'no test ran'],
  ['there is no report', null, 'no test ran'],
  ['the file does not load', report(), 'no assertion failed, but: SyntaxError: x'],
])('a fault is missed when %s', (_when, given, text) => expect(judge(given, ROOT)).toEqual({ isFound: false, text }));

test('the baseline is every test of the files, and has the test of each fault', () => {
  const problems = (given: VitestReport | null) => problemsOf(given, [FAULT], ROOT);
  const good = ended('passed', 'suite a (b) c');
  expect(problems(report(good))).toEqual([]);
  expect(problems(report(ended('passed', 'other')))).toEqual(['x.test.ts has no test "a (b) c" that passes']);
  expect(problems(report(good, ended('failed', 'b', 'Error: no')))).toEqual(['x.test.ts › b fails: Error: no']);
  expect(problems(null)).toEqual(['the run has no report: it was ended, or took too long']);
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
