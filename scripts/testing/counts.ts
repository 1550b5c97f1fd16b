import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** The file, the test and the beginning of its error: the end of a log may be all that is left of it. */
  readonly failures?: readonly string[];
}

export interface VitestReport {
  readonly testResults?: {
    name: string;
    status: string;
    startTime?: number;
    endTime?: number;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

interface PlaywrightResult {
  readonly duration: number;
  readonly errors?: readonly { readonly message?: string }[];
}

interface PlaywrightSuite {
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly { title: string; tests: readonly { results: readonly PlaywrightResult[] }[] }[];
}

interface PlaywrightReport {
  readonly config?: { readonly rootDir: string };
  readonly suites?: readonly PlaywrightSuite[];
  readonly stats?: { expected?: number; unexpected?: number; flaky?: number };
  readonly errors?: readonly { readonly message?: string }[];
}

/** The lines of an error that name what was received. */
const ERROR_LINES = 12;

export function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

const relativeTo = (root: string, file: string) => path.relative(root, file).replaceAll(path.sep, '/');

/** A suite that ran nothing, or ended badly without a failed test, has failed. */
function withoutSilence(counts: Counts, code: number): Counts {
  const isSilent = counts.failed === 0 && (code !== 0 || counts.passed === 0);
  return isSilent ? { ...counts, failed: 1 } : counts;
}

const describeFailure = (file: string, test: string, message = '') =>
  [file, test, message.split('\n', 1)[0]].filter(Boolean).join(': ');

export function countVitest(
  file: string,
  code: number,
  suites: Readonly<Record<string, RegExp>>,
  root: string,
): Record<string, Counts> {
  const counts = new Map(Object.keys(suites).map((name) => [name, { passed: 0, failed: 0, failures: [] as string[] }]));
  for (const { name, status, message, assertionResults } of readReport<VitestReport>(file)?.testResults ?? []) {
    const relative = relativeTo(root, name);
    const count = counts.get(Object.keys(suites).find((suite) => suites[suite]?.test(relative)) ?? '');
    if (!count) continue;
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const isBroken = status === 'failed' && failed.length === 0;
    count.passed += assertionResults.filter((test) => test.status === 'passed').length;
    count.failed += isBroken ? 1 : failed.length;
    if (isBroken) count.failures.push(describeFailure(relative, '', message));
    for (const test of failed) {
      count.failures.push(describeFailure(relative, test.fullName, test.failureMessages?.[0]));
    }
  }
  const isExplained = [...counts.values()].some(({ failed }) => failed > 0);
  return Object.fromEntries([...counts].map(([name, count]) => [name, withoutSilence(count, isExplained ? 0 : code)]));
}

const beginningOf = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, ERROR_LINES)
    .join('\n');

function playwrightFailures({ file, suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .flatMap(({ errors = [] }) => errors)
      .map(({ message }) => `${file}: ${title}: ${beginningOf(message)}`),
  );
  return [...own, ...suites.flatMap(playwrightFailures)];
}

export function countPlaywright(file: string, code: number): Counts {
  const { stats, errors = [], suites = [] } = readReport<PlaywrightReport>(file) ?? {};
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  const failures = [...errors.map(({ message }) => beginningOf(message)), ...suites.flatMap(playwrightFailures)];
  return withoutSilence({ passed: expected, failed: unexpected + flaky + errors.length, failures }, code);
}

/** The time of a file's tests, in milliseconds, without that of its imports and of global set-ups. */
export interface FileTime {
  readonly file: string;
  readonly ms: number;
}

export const vitestTimes = (file: string, root: string): readonly FileTime[] =>
  (readReport<VitestReport>(file)?.testResults ?? []).map(({ name, startTime = 0, endTime = 0 }) => ({
    file: relativeTo(root, name),
    ms: endTime - startTime,
  }));

function timeOf({ suites = [], specs = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests).flatMap((test) => test.results);
  return [...results.map(({ duration }) => duration), ...suites.map(timeOf)].reduce((total, ms) => total + ms, 0);
}

export function playwrightTimes(file: string, root: string): readonly FileTime[] {
  const { config: { rootDir = root } = {}, suites = [] } = readReport<PlaywrightReport>(file) ?? {};
  return suites.map((suite) => ({ file: relativeTo(root, path.join(rootDir, suite.file)), ms: timeOf(suite) }));
}

export const slowest = (times: readonly FileTime[], count: number): readonly FileTime[] =>
  [...times].sort((one, other) => other.ms - one.ms).slice(0, count);
