import { existsSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { Connection } from '@ki/shared/data/clients.ts';
import { build } from '../build/build.ts';
import { ROOT } from '../build/workspace.ts';
import { firstUsable, foundRuntimes, ofContract, runtimesIn } from '../server/render/runtime-folders.ts';
import { workerProgram } from '../server/render/spawn-worker.ts';
import { startWorkerPool, type Worker } from '../server/render/worker-pool.ts';

/** Port 1 has no server: a read fails at once. */
export const NO_BACKEND: Connection = { url: 'http://127.0.0.1:1', key: 'none' };

export interface Running {
  /** Another one after it ended. */
  readonly worker: Worker;
  readonly printed: readonly string[];
}

const SHELL = path.join(ROOT, 'shell');

/** Builds the shell of these sources where it is stale; a kit has the build. */
export const withOwnBuild = <T>(use: (dist: string) => Promise<T>): Promise<T> =>
  existsSync(path.join(SHELL, 'rsbuild.config.ts'))
    ? build(ROOT, 'shell', ({ dist }) => use(dist))
    : use(path.join(SHELL, 'dist'));

interface Place {
  readonly supabase: Connection;
  /** The generation whose worker runs; default that of these sources. */
  readonly contract?: number;
  /** Where a shell keeps the runtimes of other generations. */
  readonly dataDir?: string;
  /** A script that runs before the remotes' code. */
  readonly first?: string;
}

async function programOf({ contract = CONTRACT, dataDir = '' }: Place): Promise<string> {
  if (contract === CONTRACT) return withOwnBuild(workerProgram);
  const found = ofContract(await foundRuntimes(dataDir), contract);
  const program = await firstUsable(found, ({ folder }) => workerProgram(folder));
  if (program) return program;
  throw new Error(
    `this machine has no runtime of generation ${contract} to run the code on; expected one in ${runtimesIn(dataDir)}`,
  );
}

/** Runs remotes' code in a worker with the permissions of a running shell's workers. */
export async function withWorker<T>(place: Place, work: (running: Running) => Promise<T>): Promise<T> {
  const { supabase, first = '' } = place;
  const program = `${await programOf(place)}\n${first}`;
  const printed: string[] = [];
  const workers = startWorkerPool({ count: 1, program, supabase, onLog: (_level, text) => printed.push(text) });
  try {
    const running: Running = {
      printed,
      get worker() {
        return workers.leastBusy();
      },
    };
    return await work(running);
  } finally {
    workers.end();
  }
}
