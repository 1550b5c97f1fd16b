import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { VitestReport } from './counts.ts';

/** A planted fault: a patch whose header says what is wrong and which test finds it. */
export interface Fault {
  readonly what: string;
  /** The test file, relative to the root. */
  readonly file: string;
  /** Part of the full name of the test; `undefined` for all tests of the file. */
  readonly title: string | undefined;
}

export interface Verdict {
  readonly isFound: boolean;
  /** `FILE › TEST` of the test that found the fault, or the reason why none did. */
  readonly text: string;
}

const HEADER = /^Fault: (?<what>\S.*)\nTest: (?<file>\S+)(?: -t "(?<title>.+)")?\n/;
/**
 * Errors of Vitest's `expect` and of Testing Library, which name only some of their classes. A time-out, a failed hook
 * and an exception of the code are no assertions.
 */
const ASSERTION =
  /^(?:AssertionError|TestingLibraryElementError|Error: (?:Unable to find |Found multiple |promise (?:resolved|rejected) |expected ))/;

/** Reads the header of a patch. Throws when it is malformed. */
export function parseFault(patch: string): Fault {
  const { what, file, title } = HEADER.exec(patch)?.groups ?? {};
  if (!what || !file) throw new Error('malformed header; expected "Fault: SENTENCE" and "Test: FILE [-t "NAME"]"');
  return { what, file, title };
}

/** Between the titles of a suite and of its test, Vitest's pattern sees ` > ` and its report a space. */
const patternOf = (title: string) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', ' (?:> )?');

/** The arguments of Vitest that run the test of a fault. */
export const testArguments = ({ file, title }: Fault): readonly string[] =>
  title === undefined ? [file] : [file, '-t', patternOf(title)];

const firstLine = (text: string) => stripVTControlCharacters(text).split('\n', 1)[0] ?? '';

function testsIn(report: VitestReport | null, root: string) {
  return (report?.testResults ?? []).flatMap(({ name, message = '', assertionResults }) => {
    const file = path.relative(root, name).replaceAll(path.sep, '/');
    // Without a test, the file does not load.
    if (assertionResults.length === 0) return [{ file, name: '', status: 'failed', errors: [message] }];
    return assertionResults.map(({ fullName, status, failureMessages }) => ({
      file,
      name: fullName,
      status,
      errors: failureMessages ?? [],
    }));
  });
}

/** A fault is found when an assertion of its test fails. */
export function judge(report: VitestReport | null, root: string): Verdict {
  const ran = testsIn(report, root).filter(({ status }) => status === 'passed' || status === 'failed');
  const finder = ran.find(({ errors }) => errors.some((error) => ASSERTION.test(error)));
  if (finder) return { isFound: true, text: `${finder.file} › ${finder.name}` };
  const failed = ran.find(({ status }) => status === 'failed');
  if (failed) return { isFound: false, text: `no assertion failed, but: ${firstLine(failed.errors[0] ?? '')}` };
  return { isFound: false, text: ran.length === 0 ? 'no test ran' : 'its test passes' };
}

/** Why a run without faults cannot be the baseline of these: their tests are missing, or some test fails. */
export function problemsOf(report: VitestReport | null, faults: readonly Fault[], root: string): readonly string[] {
  if (!report) return ['the run has no report: it was ended, or took too long'];
  const tests = testsIn(report, root);
  const failed = tests.filter(({ status }) => status === 'failed');
  const missing = faults.filter(
    ({ file, title = '' }) =>
      !tests.some((test) => test.file === file && test.name.includes(title) && test.status === 'passed'),
  );
  return [
    ...failed.map(({ file, name, errors }) => `${file} › ${name} fails: ${firstLine(errors[0] ?? '')}`),
    ...missing.map(({ file, title = '' }) => `${file} has no test "${title}" that passes`),
  ];
}
