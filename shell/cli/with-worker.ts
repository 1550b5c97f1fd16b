import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Connection } from '@ki/shared/data/clients.ts';
import { build } from '../build/build.ts';
import { ROOT } from '../build/workspace.ts';
import type { Worker } from '../server/render/worker.ts';
import { startWorkerPool } from '../server/render/worker-pool.ts';
import { workerProgram } from '../server/render/worker-process.ts';

/** Port 1 has no server: a read fails at once. */
export const NO_BACKEND: Connection = { url: 'http://127.0.0.1:1', key: 'none' };

interface Running {
  readonly worker: Worker;
  readonly printed: readonly string[];
}

const shellsProgram = () =>
  existsSync(path.join(ROOT, 'shell', 'rsbuild.config.ts')) ? build(ROOT, 'shell', workerProgram) : workerProgram();

/** Runs remotes' code in a worker with the permissions of a running shell's workers. */
export async function withWorker<T>(supabase: Connection, work: (running: Running) => Promise<T>): Promise<T> {
  const program = await shellsProgram();
  const printed: string[] = [];
  const workers = startWorkerPool({ count: 1, program, supabase, onLog: (_level, text) => printed.push(text) });
  try {
    return await work({ worker: workers.leastBusy(), printed });
  } finally {
    workers.end();
  }
}
