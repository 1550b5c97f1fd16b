// `npm test`: installs what is missing, runs what a contributor needs to see in ten minutes, and ends with
// `N passed, N failed`. `test.ts all` (`npm run test:all`) runs everything else, `test.ts long` (`pnpm test:long`) soaks,
// kills and fuzzing at full length.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onStop } from '../shared/process/on-stop.mjs';
import { PINNED_NODE, ROOT } from './bootstrap.mjs';
import { ensureBrowser, ensureFirefox, ensureNginx } from './browsers.ts';
import { type Counts, countPlaywright, countVitest } from './counts.ts';
import { endRuns, installed, run, withPinnedNode } from './processes.ts';
import { CommandError, print, printError, stopwatch } from './terminal.ts';

type Results = Readonly<Record<string, Counts>>;

interface Step {
  readonly name: string;
  readonly run: () => Promise<Results>;
}

/** The developer's variables that lead to real data or paid services. */
const CLEARED =
  /^(DATABASE_URL|SEED|SUPABASE_URL|SUPABASE_PUBLISHABLE_KEY|REMOTE_TOKEN|SHELL_TOKEN|PERPLEXITY_API_KEY|GEMINI_API_KEY)$/;
const MINUTE_MS = 60_000;

const SHORT = {
  projects: ['unit', 'components', 'routes', 'staff', 'policies'],
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

const reports = mkdtempSync(path.join(tmpdir(), 'ki-lernplattform-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
onStop(async (reason) => {
  printError(new CommandError(`stopped: ${reason}`));
  await endRuns();
  process.exit(1);
});

function runTool(args: readonly string[], minutes: number, more: NodeJS.ProcessEnv = {}): Promise<number> {
  const own = Object.entries(withPinnedNode()).filter(([name]) => !CLEARED.test(name));
  const env = { ...Object.fromEntries(own), NODE_ENV: 'test', ...more };
  return run(PINNED_NODE, args, { env, limitMs: minutes * MINUTE_MS });
}

function checks(): Step[] {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const names = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  return names.map((name) => ({
    name,
    async run() {
      const code = await runTool(['--run', name], 3);
      return { [name]: { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 } };
    },
  }));
}

const vitest = (
  { projects, suites }: typeof SHORT | typeof REST | typeof ROUNDS,
  minutes: number,
  more = {},
): Step => ({
  name: `vitest, ${projects.join(', ')}`,
  async run() {
    const report = path.join(reports, 'vitest.json');
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const args = ['run', '--allowOnly=false', ...projects.map((name) => `--project=${name}`), ...output];
    const code = await runTool([installed('vitest/vitest.mjs'), ...args], minutes, more);
    return countVitest(report, code, suites, ROOT);
  },
});

const endToEnd = (suite: string, minutes: number, args: readonly string[], more = {}): Step => ({
  name: suite,
  async run() {
    const report = path.join(reports, `${suite}.json`);
    const config = ['--config', path.join('e2e', 'playwright.config.ts')];
    const options = [...config, '--forbid-only', '--reporter=list,json', ...args];
    const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...more };
    const code = await runTool([installed('playwright/cli.js'), 'test', ...options], minutes, environment);
    return { [suite]: countPlaywright(report, code) };
  },
});

const STEPS: Readonly<Record<string, () => readonly Step[]>> = {
  short: () => [...checks(), vitest(SHORT, 20), endToEnd('e2e smoke', 20, ['--project=smoke'])],
  all: () => [
    vitest(REST, 25),
    endToEnd('e2e full', 40, ['--project=full', '--project=firefox', '--grep-invert=@alone']),
    endToEnd('e2e alone', 10, ['--project=full', '--grep=@alone', '--workers=1']),
    endToEnd('e2e of the generation before', 20, ['--project=smoke'], { E2E_GENERATIONS: 'previous' }),
  ],
  long: () => [
    vitest(ROUNDS, 60, LONG),
    endToEnd('e2e', 90, ['reliability', 'generations/walk', '--project=full', '--workers=1'], LONG),
    endToEnd('e2e of mixed generations', 60, ['--project=smoke', '--project=full'], { E2E_GENERATIONS: 'mixed' }),
  ],
};

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
if (!results['set-up']) for (const one of STEPS[length]?.() ?? []) await step(one);

const sum = (kind: 'passed' | 'failed') => Object.values(results).reduce((total, counts) => total + counts[kind], 0);
for (const [name, { failed, failures = [] }] of Object.entries(results)) {
  if (failed > 0) print('FAIL', `${name}: ${failed}`);
  for (const failure of failures) print('', failure);
}
print('time', `all: ${elapsed()}`);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
