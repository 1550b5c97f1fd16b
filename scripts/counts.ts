import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface VitestReport {
  readonly testResults?: { name: string; status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  readonly stats?: { expected?: number; unexpected?: number; flaky?: number };
  readonly errors?: unknown[];
}

function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A suite that ran nothing, or ended badly without a failed test, has failed. */
function withoutSilence({ passed, failed }: Counts, code: number): Counts {
  const isSilent = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: isSilent ? 1 : failed };
}

export function countVitest(
  file: string,
  code: number,
  suites: Readonly<Record<string, RegExp>>,
  root: string,
): Record<string, Counts> {
  const counts = new Map(Object.keys(suites).map((name) => [name, { passed: 0, failed: 0 }]));
  for (const { name, status, assertionResults } of readReport<VitestReport>(file)?.testResults ?? []) {
    const relative = path.relative(root, name).replaceAll(path.sep, '/');
    const count = counts.get(Object.keys(suites).find((suite) => suites[suite]?.test(relative)) ?? '');
    if (!count) continue;
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    count.passed += assertionResults.filter((test) => test.status === 'passed').length;
    count.failed += status === 'failed' && failed === 0 ? 1 : failed;
  }
  const isExplained = [...counts.values()].some(({ failed }) => failed > 0);
  return Object.fromEntries([...counts].map(([name, count]) => [name, withoutSilence(count, isExplained ? 0 : code)]));
}

export function countPlaywright(file: string, code: number): Counts {
  const { stats, errors = [] } = readReport<PlaywrightReport>(file) ?? {};
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {};
  return withoutSilence({ passed: expected, failed: unexpected + flaky + errors.length }, code);
}
