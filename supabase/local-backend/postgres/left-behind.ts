import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** How a server is asked to end, and for how many milliseconds each of the ways is given. */
const WAYS: readonly [NodeJS.Signals | null, number][] = [
  // The guard of a killed backend's server has asked already.
  [null, 1500],
  ['SIGINT', 8000],
  ['SIGQUIT', 4000],
  ['SIGKILL', 4000],
];

const CHECK = 25;

/**
 * Ends the server that a killed process may have left on a cluster. A number in its file that is by now another
 * program's would keep PostgreSQL from starting, so the file goes too.
 */
export async function endLeftBehind(cluster: string): Promise<void> {
  const pid = pidIn(cluster);
  if (pid === undefined) return;
  if (isServerOf(cluster, pid)) await end(cluster, pid);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function end(cluster: string, pid: number): Promise<void> {
  for (const [signal, patience] of WAYS) {
    if (signal) process.kill(pid, signal);
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      if (!isServerOf(cluster, pid)) return;
      await setTimeout(CHECK);
    }
  }
  throw new Error(`The database server ${pid} runs on ${cluster} and does not end.`);
}

function pidIn(cluster: string): number | undefined {
  try {
    const [line] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return Number(line) > 0 ? Number(line) : undefined;
  } catch {
    return undefined;
  }
}

/** A server works in its cluster; where that cannot be seen, its command names it. */
function isServerOf(cluster: string, pid: number): boolean {
  if (process.platform === 'linux') return workingFolderOf(pid) === realpathSync(cluster);
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(cluster);
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
