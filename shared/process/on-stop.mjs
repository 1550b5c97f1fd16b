import { readFileSync } from 'node:fs';

const CHECK_MS = 250;
const SHELL = /^(ba|da|a|k|z)?sh$/;

/** Whether a process, or with a negative id a group, exists. @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Name and parent of a process, on Linux only. @param {number} pid */
function processOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), parent: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}

/** The package manager's process, where its shell stays between both, as on Debian. @param {number} parent */
function packageManagerAbove(parent) {
  if (!process.env.npm_lifecycle_event) return null;
  const between = processOf(parent);
  return between && SHELL.test(between.name) ? between.parent : null;
}

/** Polls the parent: npm forwards no signals, and SIGKILL cannot be caught. @param {() => void} onGone */
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

/** Calls back once with the reason when this process gets a signal to stop or its parent is gone. @param {(reason: string) => void} stop */
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
