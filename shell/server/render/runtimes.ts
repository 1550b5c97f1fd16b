import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Site } from '@ki/shared/contract/site.ts';
import { PAGE_ASSETS_FILE } from '@ki/shared/federation/build-plugins.ts';
import { assetsOf, type RuntimeInfo } from '@ki/shared/federation/runtime.ts';
import { integrityOf } from '@ki/shared/process/hash.ts';
import {
  type GenerationNeed,
  generationsInForce,
  withoutRuntime,
  withoutRuntimeText,
} from '../../registry/generation-needs.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { loadStaticFiles } from '../http/static-files.ts';
import { firstUsable, ofContract, type RuntimeFolder } from './runtime-folders.ts';
import { workerProgram } from './spawn-worker.ts';
import type { WorkerPool } from './worker-pool.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface Script {
  readonly src: string;
  readonly integrity: string;
}

type Chunks = Readonly<Record<string, readonly Script[] | undefined>>;

/** What the releases of one generation run on. */
export interface Runtime {
  readonly contract: number;
  readonly singletons: Readonly<Record<string, string>>;
  readonly scripts: ReturnType<typeof scriptsOf>;
  readonly files: ReadonlyMap<string, HttpResponse>;
  /** Started when they are read for the first time. */
  readonly workers: WorkerPool;
}

const webOf = ({ folder }: RuntimeFolder) => path.join(folder, 'web');

/** By chunk name: `index`, `react-dom`, and the ids of the shell's own routes. */
function scriptsIn(runtime: RuntimeFolder, part: string, algorithm: 'sha256' | 'sha384'): Chunks {
  const web = webOf(runtime);
  const chunks = JSON.parse(readFileSync(path.join(web, part, PAGE_ASSETS_FILE), 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >;
  const scriptOf = (script: string): Script => ({
    src: assetsOf(runtime.contract) + path.posix.join(part, script),
    integrity: integrityOf(readFileSync(path.join(web, part, script)), algorithm),
  });
  return Object.fromEntries(Object.entries(chunks).map(([name, scripts]) => [name, scripts.map(scriptOf)]));
}

/** The scripts of documents: those of the app, the hydration loader, and those of the shell's own routes by their ids. */
function scriptsOf(runtime: RuntimeFolder) {
  // Short hashes, as they do not compress and each document has four of these. Chunks are preloaded with the hash with
  // which the bundle requests them.
  const { index = [], 'react-dom': reactDom = [] } = scriptsIn(runtime, '', 'sha256');
  const { index: hydrationLoader = [] } = scriptsIn(runtime, 'hydration-loader', 'sha256');
  return { app: [...index, ...reactDom], hydrationLoader, chunks: scriptsIn(runtime, '', 'sha384') };
}

export type Runtimes = Awaited<ReturnType<typeof loadRuntimes>>;

/** What a shell says about the generations that it serves, newest first. */
export const generationsOf = ({ all }: Pick<Runtimes, 'all'>): readonly RuntimeInfo[] =>
  all.map(({ contract, singletons }) => ({ contract, singletons }));

/**
 * Loads the runtime of this shell and the first usable one of the generation before into memory: folders that change
 * later change nothing.
 */
export async function loadRuntimes(
  own: RuntimeFolder,
  found: readonly RuntimeFolder[],
  startPool: (program: string, isNewest: boolean) => WorkerPool,
) {
  const running: WorkerPool[] = [];
  let site: Site | null = null;

  async function load(runtime: RuntimeFolder): Promise<Runtime> {
    const { contract, singletons } = runtime;
    const [program, files] = await Promise.all([
      workerProgram(runtime.folder),
      loadStaticFiles(webOf(runtime), IMMUTABLE, assetsOf(contract)),
    ]);
    return {
      contract,
      singletons,
      scripts: scriptsOf(runtime),
      files,
      get workers() {
        const pool = startPool(program, contract === own.contract);
        running.push(pool);
        if (site) pool.applySite(site);
        Object.defineProperty(this, 'workers', { value: pool });
        return pool;
      },
    };
  }

  const newest = await load(own);
  const before = await firstUsable(ofContract(found, own.contract - 1), load);
  const all = before ? [newest, before] : [newest];
  const byContract = new Map(all.map((one) => [one.contract, one]));
  return {
    newest,
    all,
    /** `undefined` for a generation that this shell does not serve. */
    of: (contract: number) => byContract.get(contract),
    /** The newest has what belongs to no generation, and what this shell has no runtime for. */
    orNewest: (contract = newest.contract) => byContract.get(contract) ?? newest,
    has: (contract: number) => byContract.has(contract),
    applySite(next: Site): void {
      site = next;
      for (const pool of running) pool.applySite(next);
    },
    residentBytes: () => running.reduce((sum, pool) => sum + pool.residentBytes(), 0),
  };
}

/** A generation whose workers never start fails alone. */
const START_MS = 10_000;

/**
 * Starts the workers of each generation in force, as a page would wait for them, and logs what has no runtime. Resolves
 * once they are ready, after 10 s at the latest.
 */
export async function prepareRuntimes(
  needs: readonly GenerationNeed[],
  runtimes: Pick<Runtimes, 'has'> & {
    of: (contract: number) => { readonly workers: Pick<WorkerPool, 'ready'> } | undefined;
  },
): Promise<void> {
  const pools = [...generationsInForce(needs)].map((contract) => runtimes.of(contract)?.workers.ready);
  const { inForce, toGoBackTo } = withoutRuntime(needs, runtimes.has);
  const [failing, warning] = [withoutRuntimeText(inForce), withoutRuntimeText(toGoBackTo)];
  if (failing) console.error('%s', failing);
  if (warning) console.warn('%s', warning);
  await Promise.race([Promise.all(pools), delay(START_MS, undefined, { ref: false })]);
}
