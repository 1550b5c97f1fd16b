import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countPlaywright, countVitest } from './counts.mjs';
import { run } from './run.mjs';
import { installed, PINNED_NODE, ROOT, withPinnedNode } from './toolchain.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {{ name: string, run: (reports: string) => Promise<Record<string, Counts>> }} Step */

/** Settings of whoever runs the tests that would lead them to real data or to paid services. */
const CLEARED = [
  'DATABASE_URL',
  'SUPABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'REGISTRY',
  'REMOTE_TOKEN',
  'SHELL_TOKEN',
  'PERPLEXITY_API_KEY',
  'GEMINI_API_KEY',
];

/** Which tests belong together, by the path of their file. */
const VITEST_SUITES = {
  policies: /^supabase\/policies\//,
  backend: /^supabase\//,
  scripts: /^scripts\//,
  routes: /^(shell|mf-[^/]+)\/.*\.test\.tsx$/,
  unit: /./,
};

const MINUTE_MS = 60_000;

function environment() {
  const entries = Object.entries(withPinnedNode());
  return Object.fromEntries([...entries.filter(([name]) => !CLEARED.includes(name)), ['NODE_ENV', 'test']]);
}

/** @param {readonly string[]} args @param {number} minutes @param {NodeJS.ProcessEnv} [more] */
async function runNode(args, minutes, more) {
  const options = { cwd: ROOT, env: { ...environment(), ...more }, limitMs: minutes * MINUTE_MS };
  return run(PINNED_NODE, args, options);
}

/** One of the commands named `check:…`, which passes or fails as a whole. @param {string} command @returns {Step} */
const check = (command) => ({
  name: command,
  async run() {
    const code = await runNode(['--run', command], 3);
    return { [command]: { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 } };
  },
});

/** @returns {readonly string[]} */
function checks() {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return Object.keys(scripts).filter((name) => name.startsWith('check:'));
}

/** @param {Readonly<Record<string, RegExp>>} suites @param {number} minutes @param {readonly string[]} args @param {NodeJS.ProcessEnv} [more] @returns {Step} */
const vitest = (suites, minutes, args, more) => ({
  name: 'tests',
  async run(reports) {
    const report = path.join(reports, 'vitest.json');
    const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const program = installed('vitest/vitest.mjs');
    const code = await runNode([program, 'run', '--allowOnly=false', ...args, ...output], minutes, more);
    return countVitest(report, code, suites, ROOT);
  },
});

/**
 * Tests in a browser on a platform of their own. @param {string} suite @param {number} minutes
 * @param {readonly string[]} args @param {NodeJS.ProcessEnv} [more] @returns {Step}
 */
const endToEnd = (suite, minutes, args, more) => ({
  name: `end-to-end tests, ${suite}`,
  async run(reports) {
    const report = path.join(reports, `${suite}.json`);
    const config = ['--config', path.join('e2e', 'playwright.config.ts')];
    const options = [...config, '--forbid-only', '--reporter=list,json'];
    const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...more };
    const code = await runNode([installed('playwright/cli.js'), 'test', ...args, ...options], minutes, environment);
    return { [suite]: countPlaywright(report, code) };
  },
});

/** The platform keeps what is live in its database. */
const IN_DATABASE = { REGISTRY: 'database' };

/** Everything that `npm test` runs, the quick checks first. */
export const STEPS = [
  ...checks().map(check),
  vitest(VITEST_SUITES, 25, []),
  endToEnd('e2e', 40, []),
  endToEnd('e2e, registry in the database', 15, ['deployment/shipping'], IN_DATABASE),
];

const LONG = { TEST_LENGTH: 'long' };

/** Everything that `pnpm test:long` runs: what `npm test` does for seconds only, or in part, with all of it. */
export const LONG_STEPS = [
  vitest({ reliability: /./ }, 60, ['--project', 'reliability'], LONG),
  endToEnd('e2e', 90, ['reliability', '--workers', '1'], LONG),
  endToEnd('e2e, registry in the database', 60, ['resilience/', 'deployment/', 'reliability/kills'], IN_DATABASE),
];
