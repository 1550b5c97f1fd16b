import { existsSync } from 'node:fs';
import path from 'node:path';
import { CONTRACT } from '@ki/shared/contract/remote-module.ts';
import type { Connection } from '@ki/shared/data/clients.ts';
import { limitedFetch } from '@ki/shared/http/limited-fetch.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import { build } from '../build/build.ts';
import { ROOT } from '../build/workspace.ts';
import type { Release } from '../registry/schema.ts';
import type { Store } from '../registry/store/store.ts';
import type { Bundle } from '../server/render/messages.ts';
import { firstUsable, foundRuntimes, ofContract, runtimesIn } from '../server/render/runtime-folders.ts';
import { workerProgram } from '../server/render/spawn-worker.ts';
import { startWorkerPool, type Worker } from '../server/render/worker-pool.ts';

const FETCH_MS = 10_000;

async function fetched({ version, server }: Release, origin: string): Promise<Buffer> {
  const url = `${origin.replace(/\/$/, '')}/${version}/${server.path}`;
  const response = await limitedFetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/**
 * The server bundle of a release, from the store, or from its public origin where the store does not have it. Throws when it
 * is in neither or does not have the stated hash.
 */
export async function bundleOf(store: Store, release: Release, origin?: string): Promise<Bundle> {
  const { name, version, contract, server } = release;
  const code = (await store.read(name, version, server.path)) ?? (origin && (await fetched(release, origin)));
  if (!code) throw new Error(`${name}@${version} has no ${server.path} in ${store.place}`);
  if (integrityOf(code) !== server.integrity) throw new Error('the bundle does not have the stated hash');
  return { name, version, contract, code };
}

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

export interface Place {
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
