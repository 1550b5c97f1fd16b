/**
 * `npm test`: installs what is missing, runs every check and test, and ends with `N passed, N failed`; with `--long`,
 * as `pnpm test:long`, what takes too long for that.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onStop } from '../shared/process/on-stop.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureFirefox } from './lib/firefox.mjs';
import { install } from './lib/install.mjs';
import { Problem } from './lib/problem.mjs';
import { endRuns } from './lib/run.mjs';
import { complain, say, stopwatch } from './lib/terminal.mjs';
import { LONG_STEPS, STEPS } from './lib/test-suites.mjs';

const reports = mkdtempSync(path.join(tmpdir(), 'ki-lernplattform-test-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));

onStop(async (reason) => {
  complain(`stopped: ${reason}`);
  await endRuns();
  process.exit(1);
});

/** @type {Record<string, import('./lib/counts.mjs').Counts>} */
const results = {};

/** @param {string} name @param {() => Promise<Record<string, import('./lib/counts.mjs').Counts>>} work */
async function step(name, work) {
  say('test', name);
  const elapsed = stopwatch();
  try {
    const counts = await work();
    Object.assign(results, counts);
    for (const [suite, { passed, failed }] of Object.entries(counts)) {
      say(failed === 0 ? 'ok' : 'FAIL', `${suite}: ${passed} passed, ${failed} failed`);
    }
  } catch (error) {
    results[name] = { passed: 0, failed: 1 };
    complain(error instanceof Problem ? error.message : String(error));
  }
  say('time', `${name}: ${elapsed()}`);
}

/** What the tests need; without it, none can run. */
async function prepare() {
  await install();
  process.env.E2E_BROWSER = await ensureBrowser();
  process.env.E2E_FIREFOX = (await ensureFirefox()) ?? '';
  return {};
}

const steps = process.argv.includes('--long') ? LONG_STEPS : STEPS;
const elapsed = stopwatch();
await step('set-up', prepare);
if (!results['set-up']) {
  for (const { name, run } of steps) await step(name, () => run(reports));
}

/** @param {'passed' | 'failed'} kind */
const sum = (kind) => Object.values(results).reduce((total, counts) => total + counts[kind], 0);
const failing = Object.entries(results).filter(([, { failed }]) => failed > 0);
for (const [name, { failed }] of failing) say('FAIL', `${name}: ${failed}`);
say('time', `all: ${elapsed()}`);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
