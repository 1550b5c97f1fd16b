import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../../shared/process/is-alive.mjs';

const isWindows = process.platform === 'win32';

/**
 * Starts a program in a process group of its own, so that Ctrl-C in the terminal reaches only the caller, which then
 * stops its children in order.
 * @param {string} command @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function spawnGroup(command, args, options) {
  return spawn(command, args, { windowsHide: true, detached: !isWindows, ...options });
}

/** Signals every process of a group; one that is gone is fine. @param {number} pid @param {NodeJS.Signals} signal */
export function signalGroup(pid, signal) {
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {}
}

/** @param {number} pid */
function isGroupAlive(pid) {
  return isAlive(isWindows ? pid : -pid);
}

/**
 * Asks the leaders to stop, waits, and kills what is left of their groups.
 * @param {readonly number[]} pids leaders @param {number} graceMs
 */
export async function endGroups(pids, graceMs) {
  for (const pid of pids) {
    if (isWindows) signalGroup(pid, 'SIGTERM');
    else if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  }
  const deadline = performance.now() + graceMs;
  while (pids.some(isGroupAlive) && performance.now() < deadline) await pause(25);
  for (const pid of pids.filter(isGroupAlive)) signalGroup(pid, 'SIGKILL');
}
