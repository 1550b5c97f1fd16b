import { readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ passed: number, failed: number }} Counts */

/** @param {string} file @returns {any} what a test runner reported, or null if it reported nothing */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A suite that ran nothing, or ended badly without a failed test, has failed. @param {Counts} counts @param {number} code */
function honest({ passed, failed }, code) {
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : failed };
}

/**
 * Counts the tests in a report of vitest, by suite: the first whose pattern fits a file's path owns it.
 * @param {string} file @param {number} code exit code of the run
 * @param {Readonly<Record<string, RegExp>>} suites @param {string} root
 * @returns {Record<string, Counts>}
 */
export function countVitest(file, code, suites, root) {
  /** @type {Record<string, Counts>} */
  const counts = Object.fromEntries(Object.keys(suites).map((name) => [name, { passed: 0, failed: 0 }]));
  for (const { name, status, assertionResults } of readReport(file)?.testResults ?? []) {
    const relative = path.relative(root, name).replaceAll(path.sep, '/');
    const suite = Object.keys(suites).find((key) => suites[key]?.test(relative));
    const count = suite && counts[suite];
    if (!count) continue;
    const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed').length;
    count.passed += assertionResults.filter((/** @type {any} */ test) => test.status === 'passed').length;
    count.failed += status === 'failed' && failed === 0 ? 1 : failed;
  }
  const isExplained = Object.values(counts).some(({ failed }) => failed > 0);
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, honest(count, isExplained ? 0 : code)]),
  );
}

/** Counts the tests in a report of Playwright. @param {string} file @param {number} code exit code of the run @returns {Counts} */
export function countPlaywright(file, code) {
  const { stats, errors = [] } = readReport(file) ?? {};
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  return honest({ passed: expected, failed: unexpected + flaky + errors.length }, code);
}
