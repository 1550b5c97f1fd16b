import { fileURLToPath } from 'node:url';
import { eachLine } from './lines.mjs';
import { endGroups, spawnGroup } from './process-groups.mjs';

const LEASH = fileURLToPath(new URL('leash.mjs', import.meta.url));
const GRACE_MS = 3_500;
const TIMED_OUT = 124;
let isEnding = false;
/** @type {Set<number>} */
const running = new Set();

/**
 * @typedef {object} RunOptions
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine] gets the output line by line; without it, the output goes to the terminal
 * @property {number} [limitMs] after this it is ended, with exit code 124
 */

/**
 * Runs a program to its end, on a leash, and resolves with its exit code; never, once all programs are being ended.
 * @param {string} command @param {readonly string[]} args @param {RunOptions} options @returns {Promise<number>}
 */
export async function run(command, args, { cwd, env = process.env, onLine, limitMs }) {
  if (isEnding) return new Promise(() => {});
  const output = onLine ? 'pipe' : 'inherit';
  const child = spawnGroup(process.execPath, [LEASH, command, ...args], {
    cwd,
    env,
    stdio: ['ignore', output, output],
  });
  if (onLine) eachLine([child.stdout, child.stderr], onLine);
  const { pid = 0 } = child;
  running.add(pid);
  let isLate = false;
  const end = () => {
    isLate = true;
    void endGroups([pid], GRACE_MS);
  };
  const limit = limitMs ? setTimeout(end, limitMs) : undefined;
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
  clearTimeout(limit);
  running.delete(pid);
  if (isEnding) return new Promise(() => {});
  return isLate ? TIMED_OUT : code;
}

/** Ends every program that still runs, and lets none start again. */
export function endRuns() {
  isEnding = true;
  return endGroups([...running], GRACE_MS);
}
