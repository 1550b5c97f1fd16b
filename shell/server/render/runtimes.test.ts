import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfTest } from '@ki/shared/testing/folder.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { generationNeeds } from '../../registry/generation-needs.ts';
import { canaryOf, release } from '../../registry/testing/release.ts';
import { registryOf } from '../testing/releases.ts';
import { silentConsole } from '../testing/temporary.ts';
import type { RuntimeFolder } from './runtime-folders.ts';
import { generationsOf, loadRuntimes, prepareRuntimes } from './runtimes.ts';
import type { WorkerPool } from './worker-pool.ts';

let folder: string;
beforeEach(async () => {
  folder = folderOfTest();
});

const SCRIPTS = { index: ['js/index.js'] };

/** A build of the shell; its worker says whose it is. */
async function runtime(name: string, contract: number, scripts: object | null = SCRIPTS): Promise<RuntimeFolder> {
  const place = path.join(folder, name);
  for (const part of ['web/js', 'web/hydration-loader/js', 'server'])
    await mkdir(path.join(place, part), { recursive: true });
  await writeFile(path.join(place, 'server', 'index.cjs'), name);
  for (const part of ['web', 'web/hydration-loader']) {
    await writeFile(path.join(place, part, 'js', 'index.js'), name);
    if (scripts) await writeFile(path.join(place, part, 'page-assets.json'), JSON.stringify(scripts));
  }
  return { contract, singletons: { react: name }, folder: place, builtAt: 1 };
}

function pools() {
  const started: string[] = [];
  const startPool = (program: string, isNewest: boolean) => {
    started.push(`${/own|before|mended/.exec(program)?.[0]} ${isNewest}`);
    return { applySite: () => undefined, residentBytes: () => 1 } as Partial<WorkerPool> as WorkerPool;
  };
  return { started, startPool };
}

test('a shell serves its own generation and the one before, and starts the workers of each once', async () => {
  const { started, startPool } = pools();
  const others = [await runtime('older', 1), await runtime('before', 2), await runtime('newer', 4)];
  const runtimes = await loadRuntimes(await runtime('own', 3), others, startPool);
  expect(generationsOf(runtimes)).toEqual([
    { contract: 3, singletons: { react: 'own' } },
    { contract: 2, singletons: { react: 'before' } },
  ]);
  expect([1, 2, 3, 4].filter(runtimes.has)).toEqual([2, 3]);
  expect([runtimes.orNewest(2), runtimes.orNewest(4), runtimes.orNewest(undefined)]).toEqual([
    runtimes.of(2),
    runtimes.newest,
    runtimes.newest,
  ]);
  expect(runtimes.of(2)?.scripts.app).toMatchObject([{ src: '/assets/2/js/index.js' }]);
  expect([...(runtimes.of(2)?.files.keys() ?? [])]).toContain('/assets/2/js/index.js');
  for (const contract of [2, 3, 2, 3]) void runtimes.of(contract)?.workers;
  expect(started).toEqual(['before false', 'own true']);
  expect(runtimes.residentBytes()).toBe(2);
});

test.each([
  ['without its list of scripts', null],
  ['without one of its scripts', { index: ['js/none.js'] }],
])('a runtime %s is left out, and the next of its generation serves', async (_what, scripts) => {
  const logged = silentConsole();
  const { startPool } = pools();
  const found = [await runtime('mended', 2, scripts), await runtime('before', 2)];
  const runtimes = await loadRuntimes(await runtime('own', 3), found, startPool);
  expect(runtimes.of(2)?.singletons).toEqual({ react: 'before' });
  expect(logged.mock.calls).toEqual([[expect.stringContaining('mended is left out')]]);
});

test('a shell whose own build is not whole does not start', async () => {
  const own = await runtime('own', 3, null);
  await expect(loadRuntimes(own, [await runtime('before', 2)], pools().startPool)).rejects.toThrow('ENOENT');
});

const of = (name: string, version: string, contract: number) => ({ ...release(name, version, `/${name}`), contract });

test('workers of live releases and canaries are started and awaited, and what has no runtime is logged', async () => {
  const written: string[] = [];
  for (const level of ['error', 'warn'] as const) {
    const logged = vi.spyOn(console, level).mockImplementation((_format, text) => written.push(`${level}: ${text}`));
    onTestFinished(() => void logged.mockRestore());
  }
  const started: number[] = [];
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();
  const workers = (contract: number) => {
    started.push(contract);
    return { ready: contract === 2 ? ready : Promise.resolve() };
  };
  const runtimeOf = (contract: number) => ({
    get workers() {
      return workers(contract);
    },
  });
  const live = [of('mf-blog', '2', 3), of('mf-news', '2', 3), of('mf-tiny', '8', 3)];
  const needs = generationNeeds(
    registryOf(live, {
      'mf-blog': { previous: [of('mf-blog', '1', 1)] },
      'mf-news': { canary: canaryOf(of('mf-news', '3', 4), 5) },
      'mf-tiny': { canary: canaryOf(of('mf-tiny', '9', 2), 5) },
    }),
  );
  const has = (contract: number) => contract === 2 || contract === 3;
  let isPrepared = false;
  const prepared = prepareRuntimes(needs, {
    has,
    of: (contract) => (has(contract) ? runtimeOf(contract) : undefined),
  }).then(() => {
    isPrepared = true;
  });
  expect(started).toEqual([3, 2]);
  expect(written).toEqual([
    'error: there is no runtime for mf-news@3 (canary) of generation 4',
    'warn: there is no runtime for mf-blog@1 (to go back to) of generation 1',
  ]);
  await new Promise(setImmediate);
  expect(isPrepared).toBe(false);
  becomeReady();
  await prepared;
});
