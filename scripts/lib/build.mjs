import path from 'node:path';
import { Problem } from './problem.mjs';
import { run } from './run.mjs';
import { complain, duration, say, showStatus, stopwatch } from './terminal.mjs';
import { PINNED_NODE, ROOT, withPinnedNode } from './toolchain.mjs';

const PROGRAM = path.join(ROOT, 'shell', 'cli', 'start.ts');
const TICK_MS = 250;
/** Shorter than this, nobody asks what it is doing. */
const SILENT_MS = 1_000;

/**
 * @typedef {{ event: 'begun', app: string }
 *   | { event: 'done', app: string, ms: number, isNew: boolean, done: number, of: number }
 *   | { event: 'stale', remotes: string[] }
 *   | { event: 'mended', message: string }
 *   | { event: 'released', remote: string, version: string }
 *   | { event: 'failed', app: string, message: string }} BuildEvent
 */

/** @param {BuildEvent} event */
function show(event) {
  if (event.event === 'done' && event.isNew) {
    say('build', `${event.app} in ${duration(event.ms)} (${event.done} of ${event.of})`);
  }
  if (event.event === 'released') say('live', `${event.remote}@${event.version}`);
  if (event.event === 'mended') say('registry', event.message);
  if (event.event === 'failed') complain(`${event.app}: ${event.message}`);
}

/** Says every now and then what is being built, until the returned function is called. */
function watchApps() {
  const elapsed = stopwatch();
  const started = performance.now();
  /** @type {Set<string>} */
  const active = new Set();
  const timer = setInterval(() => {
    if (active.size === 0 || performance.now() - started < SILENT_MS) return;
    showStatus('build', `building ${[...active].join(', ')}, ${elapsed()}`);
  }, TICK_MS);
  return {
    /** @param {BuildEvent} event */
    note(event) {
      if (event.event === 'begun') active.add(event.app);
      if (event.event === 'done' || event.event === 'failed') active.delete(event.app);
    },
    end: () => clearInterval(timer),
  };
}

/** @param {readonly string[]} args */
async function runProgram(...args) {
  const apps = watchApps();
  /** @type {BuildEvent[]} */
  const events = [];
  /** @type {string[]} */
  const rest = [];
  const code = await run(PINNED_NODE, ['--disable-warning=ExperimentalWarning', PROGRAM, ...args], {
    cwd: ROOT,
    env: withPinnedNode(),
    onLine(line) {
      if (!line.startsWith('{"event":')) return void rest.push(line);
      const event = /** @type {BuildEvent} */ (JSON.parse(line));
      events.push(event);
      apps.note(event);
      show(event);
    },
  });
  apps.end();
  if (code !== 0) throw new Problem(['the platform could not be built', ...rest].join('\n'));
  return events;
}

/**
 * Builds every app whose sources changed.
 * @param {string} dataDir @returns {Promise<string[]>} the remotes that changed since the last start on this data
 */
export async function buildStale(dataDir) {
  const events = await runProgram('build', dataDir);
  return events.flatMap((event) => (event.event === 'stale' ? event.remotes : []));
}

/** Publishes and promotes remotes. @param {string} dataDir @param {readonly string[]} remotes */
export async function release(dataDir, remotes) {
  if (remotes.length > 0) await runProgram('release', dataDir, ...remotes);
}

/** Builds the shell unless it is built. */
export const buildShell = () => runProgram('shell');
