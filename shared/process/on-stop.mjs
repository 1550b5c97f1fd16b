import { readFileSync } from 'node:fs';
import { isAlive } from './is-alive.mjs';

const CHECK_MS = 250;

const SHELL = /^(ba|da|a|k|z)?sh$/;

/** Name and parent of a process; known on Linux only. @param {number} pid */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}

/** The package manager's process, where its shell stays between it and this one, as on Debian. @param {number} parent */
function packageManagerAbove(parent) {
  if (!process.env.npm_lifecycle_event) return null;
  const between = processOf(parent);
  return between && SHELL.test(between.name) ? between.parent : null;
}

/**
 * Calls back once when the process that started this one is gone, or the package manager above it. Signals alone do
 * not tell: npm passes none on when it is asked to stop, and nobody hears SIGKILL.
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  const parent = process.ppid;
  const manager = packageManagerAbove(parent);
  const timer = setInterval(() => {
    const isParentThere = process.ppid === parent && isAlive(parent);
    if (isParentThere && (manager === null || processOf(parent)?.parent === manager)) return;
    clearInterval(timer);
    onGone();
  }, CHECK_MS);
  timer.unref();
}

/** Calls back with the reason, once, when this process is asked to stop or its parent is gone. @param {(reason: string) => void} stop */
export function onStop(stop) {
  let isStopping = false;
  const once = (/** @type {string} */ reason) => {
    if (isStopping) return;
    isStopping = true;
    stop(reason);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => once(signal));
  watchParent(() => once('the parent process is gone'));
}
