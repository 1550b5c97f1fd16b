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
  message: tests.includes('failed') ? '' : 'SyntaxError: missing )\n at b.ts',
  assertionResults: tests.map((result, index) => ({
    status: result,
    fullName: `test ${index}`,
    failureMessages: result === 'failed' ? ['AssertionError: 1 is not 2\n at a.ts'] : [],
  })),
});

const vitest = (code: number, ...testResults: unknown[]) => countVitest(report({ testResults }), code, SUITES, folder);

const GOOD = file('supabase/a.test.ts', 'passed', 'passed');
const PASSED = { passed: 1, failed: 0, failures: [] };
const NOTHING = { passed: 0, failed: 1, failures: [] };

test.each([
  [
    'each test counts once, in the suite of its file',
    vitest(
      1,
      file('supabase/a.test.ts', 'failed', 'passed', 'failed'),
      file('shared/b.test.ts', 'passed', 'passed', 'passed', 'skipped'),
    ),
    { passed: 1, failed: 1, failures: ['supabase/a.test.ts: test 1: AssertionError: 1 is not 2'] },
    { passed: 2, failed: 0, failures: [] },
  ],
  ['a suite without a test has failed', vitest(0, GOOD), PASSED, NOTHING],
  [
    'a file that does not load has failed',
    vitest(1, GOOD, file('shared/b.test.ts', 'failed')),
    PASSED,
    { ...NOTHING, failures: ['shared/b.test.ts: SyntaxError: missing )'] },
  ],
  [
    'a run that ends badly though every test passed has failed',
    vitest(1, GOOD, file('shared/b.test.ts', 'passed', 'passed')),
    { ...PASSED, failed: 1 },
    { ...PASSED, failed: 1 },
  ],
  ['a run without a report has failed', countVitest(path.join(folder, 'none'), 0, SUITES, folder), NOTHING, NOTHING],
])('%s', (_what, counts, policies, unit) => {
  expect(counts).toEqual({ policies, unit });
});

test('Playwright counts expected, unexpected and flaky tests, and errors outside of tests', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  const message = '\u001b[31mError: not equal\u001b[39m\n\n- Array []\n+ "a message"';
  const spec = { title: 'reads', tests: [{ results: [{ duration: 1, errors: [{ message }] }] }] };
  const suites = [{ file: 'blog/a.spec.ts', suites: [{ file: 'blog/a.spec.ts', specs: [spec] }] }];
  expect(countPlaywright(report({ stats, suites, errors: [{ message: 'no tests' }] }), 1)).toEqual({
    passed: 5,
    failed: 3,
    failures: ['no tests', 'blog/a.spec.ts: reads: Error: not equal\n- Array []\n+ "a message"'],
  });
  expect(countPlaywright(report({ stats: { expected: 0 }, errors: [] }), 0)).toEqual(NOTHING);
  expect(countPlaywright(path.join(folder, 'none.json'), 1)).toEqual(NOTHING);
});

test('the slowest files of both reports come first, with the time of all their tests', () => {
  const unit = { ...file('shared/b.test.ts', 'passed', 'passed'), startTime: 1_000, endTime: 1_500 };
  const spec = (...durations: number[]) => ({
    title: 'reads',
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const journeys = { file: 'blog/a.spec.ts', specs: [spec(300)], suites: [{ specs: [spec(200, 100), spec(50)] }] };
  const times = [
    ...vitestTimes(report({ testResults: [unit] }), folder),
    ...playwrightTimes(report({ config: { rootDir: path.join(folder, 'e2e') }, suites: [journeys] }), folder),
    ...playwrightTimes(path.join(folder, 'none.json'), folder),
  ];
  expect(slowest(times, 5)).toEqual([
    { file: 'e2e/blog/a.spec.ts', ms: 650 },
    { file: 'shared/b.test.ts', ms: 500 },
  ]);
  expect(slowest(times, 1)).toHaveLength(1);
});
