import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../shared/testing/folder.ts';
import { countPlaywright, countVitest, playwrightTimes, slowest, vitestTimes } from './counts.ts';

const folder = folderOfFile();
const SUITES = { policies: /^supabase\//, unit: /./ };

function report(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const file = (name: string, status: string, ...tests: string[]) => ({
  name: path.join(folder, name),
  status,
  message: 'SyntaxError: missing )\n at b.ts',
  assertionResults: tests.map((result) => ({
    status: result,
    fullName: 'a test',
    failureMessages: ['Error: 1\n at a'],
  })),
});

const GOOD = file('supabase/a.test.ts', 'passed', 'passed');
const PASSED = { passed: 1, failed: 0, failures: [] };
const NOTHING = { passed: 0, failed: 1, failures: [] };
const failed = (name: string, failure: string) => ({ passed: 0, failed: 1, failures: [`${name}.test.ts: ${failure}`] });

test.each([
  ['a failed test', 1, [GOOD, file('b.test.ts', 'failed', 'failed')], PASSED, failed('b', 'a test: Error: 1')],
  ['a suite without a test', 0, [GOOD], PASSED, NOTHING],
  ['a file that does not load', 1, [GOOD, file('b.test.ts', 'failed')], PASSED, failed('b', 'SyntaxError: missing )')],
  ['an end with 1 after tests that passed', 1, [GOOD], { ...PASSED, failed: 1 }, NOTHING],
])('%s has failed, in the suite of its file', (_what, code, testResults, policies, unit) => {
  expect(countVitest(report({ testResults }), code, SUITES, folder)).toEqual({ policies, unit });
});

test('Playwright counts flaky tests and errors outside of tests as failed, and a run without a report', () => {
  const spec = {
    title: 'reads',
    tests: [{ results: [{ duration: 1, errors: [{ message: '\u001b[31mno\u001b[39m' }] }] }],
  };
  const suites = [{ file: 'blog/a.spec.ts', suites: [{ file: 'blog/a.spec.ts', specs: [spec] }] }];
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  const failures = ['no tests', 'blog/a.spec.ts: reads: no'];
  const counted = countPlaywright(report({ stats, suites, errors: [{ message: 'no tests' }] }), 1);
  expect(counted).toEqual({ passed: 5, failed: 3, failures });
  expect(countPlaywright(path.join(folder, 'none.json'), 0)).toEqual(NOTHING);
});

test('the slowest files of both reports come first, with the time of all their tests', () => {
  const unit = { ...GOOD, startTime: 1_000, endTime: 1_500 };
  const spec = { title: 'reads', tests: [{ results: [{ duration: 200 }, { duration: 100 }] }] };
  const journeys = { file: 'blog/a.spec.ts', specs: [spec], suites: [{ specs: [spec] }] };
  const times = [
    ...vitestTimes(report({ testResults: [unit] }), folder),
    ...playwrightTimes(report({ config: { rootDir: path.join(folder, 'e2e') }, suites: [journeys] }), folder),
  ];
  const all = [
    { file: 'e2e/blog/a.spec.ts', ms: 600 },
    { file: 'supabase/a.test.ts', ms: 500 },
  ];
  expect([slowest(times, 5), slowest(times, 1)]).toEqual([all, all.slice(0, 1)]);
});
