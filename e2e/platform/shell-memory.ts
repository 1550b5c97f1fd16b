import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

const PAGE_BYTES = 4_096;
const REPORT = path.join(import.meta.dirname, 'memory-report.ts');
/** Options of Node.js with which a shell reports its memory. */
export const REPORTING = ['--expose-gc', '--import', REPORT];

export interface ShellMemory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

export async function shellPid(dataDir: string): Promise<number> {
  const { pid } = JSON.parse(await readFile(path.join(dataDir, 'shell.json'), 'utf8')) as { pid: number };
  return pid;
}

async function workerPids(pid: number): Promise<readonly string[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean);
}

/** The memory of the processes that run remotes' code, on Linux; elsewhere 0. */
export async function workersMemory(dataDir: string): Promise<number> {
  const sizes = (await workerPids(await shellPid(dataDir))).map(async (child) => {
    // A worker may end between the two reads.
    const statm = await readFile(`/proc/${child}/statm`, 'utf8').catch(() => '0 0');
    return Number(statm.split(' ')[1]) * PAGE_BYTES;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The memory, after a garbage collection, of a shell that runs with {@link REPORTING}. */
export async function shellMemory(dataDir: string): Promise<ShellMemory> {
  const file = path.join(dataDir, 'memory.json');
  await rm(file, { force: true });
  process.kill(await shellPid(dataDir), 'SIGUSR2');
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).not.toBe('');
  return JSON.parse(await readFile(file, 'utf8'));
}
