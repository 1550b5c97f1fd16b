import { expect, onTestFinished, test, vi } from 'vitest';
import { generationNeeds } from '../../registry/generation-needs.ts';
import { canaryOf, release } from '../../registry/testing/release.ts';
import { registryOf } from '../testing/releases.ts';
import { prepareRuntimes } from './runtimes.ts';

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
