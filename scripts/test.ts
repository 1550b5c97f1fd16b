// `npm test`: installs what is missing, runs what a contributor needs to see in ten minutes, and ends with
// `N passed, N failed`. `test.ts all` (`npm run test:all`) runs everything else, `test.ts long` (`pnpm test:long`) soaks,
// kills and fuzzing at full length.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PINNED_NODE, ROOT } from './bootstrap.mjs';
import { installed, type RunOptions, run, testEnvironment } from './processes.ts';
import { duration, print, printError, stopwatch } from './terminal.ts';
import { ensureBrowser, ensureFirefox, ensureNginx } from './testing/browsers.ts';
import {
  type Counts,
  countPlaywright,
  countVitest,
  type FileTime,
  playwrightTimes,
  slowest,
  vitestTimes,
} from './testing/counts.ts';
import { createRunFolder } from './testing/run-folder.ts';

type Results = Readonly<Record<string, Counts>>;

interface Step {
  readonly name: string;
  readonly run: () => Promise<Results>;
}

const MINUTE_MS = 60_000;
/** A failed check is explained at the end again, by its last lines. */
const LAST_LINES = 10;
const SLOWEST = 10;

const SHORT = {
  projects: ['unit', 'components', 'routes', 'staff', 'isolated', 'policies'],
  suites: { policies: /^supabase\/policies\//, routes: /^(shell|mf-[^/]+)\/.*\.test\.tsx$/, unit: /./ },
};
const REST = {
  projects: ['backend', 'scripts', 'reliability'],
  suites: { reliability: /^supabase\/reliability\//, backend: /^supabase\//, scripts: /./ },
};
const ROUNDS = {
  projects: ['reliability', 'policies'],
  suites: { policies: /^supabase\/policies\//, reliability: /./ },
};
const LONG = { TEST_LENGTH: 'long' };

const reports = createRunFolder('test');

const fileTimes: FileTime[] = [];

function runTool(args: readonly string[], minutes: number, { env: more = {}, ...rest }: RunOptions = {}) {
  return run(PINNED_NODE, args, { ...rest, env: { ...testEnvironment(), ...more }, limitMs: minutes * MINUTE_MS });
}

/** They run beside other tests: the output of each is printed as a whole, when it ends. */
function checks(): Step[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const names = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  return names.map((name) => ({
    name,
    async run() {
      const lines: string[] = [];
      const code = await runTool(['--run', name], 10, { onLine: (line) => lines.push(line) });
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
      if (code === 0) return { [name]: { passed: 1, failed: 0 } };
      return { [name]: { passed: 0, failed: 1, failures: lines.slice(-LAST_LINES) } };
    },
  }));
}

const vitest = ({ projects, suites }: typeof SHORT | typeof REST | typeof ROUNDS, minutes: number, env = {}): Step => ({
  name: `vitest, ${projects.join(', ')}`,
  async run() {
    const report = path.join(reports, 'vitest.json');
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const args = ['run', '--allowOnly=false', ...projects.map((name) => `--project=${name}`), ...output];
    const code = await runTool([installed('vitest/vitest.mjs'), ...args], minutes, { env });
    fileTimes.push(...vitestTimes(report, ROOT));
    return countVitest(report, code, suites, ROOT);
  },
});

const endToEnd = (suite: string, minutes: number, args: readonly string[], more = {}): Step => ({
  name: suite,
  async run() {
    const report = path.join(reports, `${suite}.json`);
    const config = ['--config', path.join('e2e', 'playwright.config.ts')];
    const options = [...config, '--forbid-only', '--reporter=list,json', ...args];
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...more };
    const code = await runTool([installed('playwright/cli.js'), 'test', ...options], minutes, { env });
    fileTimes.push(...playwrightTimes(report, ROOT));
    return { [suite]: countPlaywright(report, code) };
  },
});

const results: Record<string, Counts> = {};

async function step({ name, run: work }: Step): Promise<void> {
  print('test', name);
  const elapsed = stopwatch();
  try {
    const counts = await work();
    Object.assign(results, counts);
    for (const [suite, { passed, failed }] of Object.entries(counts)) {
      print(failed === 0 ? 'ok' : 'FAIL', `${suite}: ${passed} passed, ${failed} failed`);
    }
  } catch (error) {
    results[name] = { passed: 0, failed: 1 };
    printError(error);
  }
  print('time', `${name}: ${elapsed()}`);
}

async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const one of steps) await step(one);
}

const LENGTHS: Readonly<Record<string, () => Promise<unknown>>> = {
  async short() {
    await Promise.all([inTurn(checks()), step(vitest(SHORT, 30))]);
    await step(endToEnd('e2e smoke', 20, ['--project=smoke']));
  },
  all: () =>
    inTurn([
      vitest(REST, 35),
      endToEnd('e2e full', 40, ['--project=full', '--project=firefox', '--grep-invert=@alone']),
      endToEnd('e2e alone', 10, ['--project=full', '--grep=@alone', '--workers=1']),
      endToEnd('e2e of the generation before', 10, ['--project=crossing'], { E2E_GENERATIONS: 'previous' }),
    ]),
  long: () =>
    inTurn([
      vitest(ROUNDS, 60, LONG),
      endToEnd('e2e', 90, ['reliability', 'generations/walk', '--project=full', '--workers=1'], LONG),
      endToEnd('e2e of mixed generations', 10, ['--project=crossing'], { E2E_GENERATIONS: 'mixed' }),
    ]),
};

const length = process.argv[2] ?? 'short';

async function findPrograms(): Promise<Results> {
  process.env.E2E_BROWSER = await ensureBrowser();
  if (length !== 'short') {
    process.env.E2E_FIREFOX = (await ensureFirefox()) ?? '';
    process.env.E2E_NGINX = (await ensureNginx()) ?? '';
  }
  return {};
}

const elapsed = stopwatch();
await step({ name: 'set-up', run: findPrograms });
if (!results['set-up']) await LENGTHS[length]?.();

for (const { file, ms } of slowest(fileTimes, SLOWEST)) print('slow', `${file}: ${duration(ms)}`);
const sum = (kind: 'passed' | 'failed') => Object.values(results).reduce((total, counts) => total + counts[kind], 0);
for (const [name, { failed, failures = [] }] of Object.entries(results)) {
  if (failed > 0) print('FAIL', `${name}: ${failed}`);
  for (const failure of failures) print('', failure);
}
print('time', `all: ${elapsed()}`);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
