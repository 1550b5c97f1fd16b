import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import type { Fallbacks } from '../resolve/fallbacks.ts';
import type { RegistrySource } from '../resolve/registry-source.ts';
import { createReleaseSets } from '../resolve/release-set.ts';
import { createReadiness } from './probes.ts';

let backend: Server;
let asked: number;
let isUp: boolean;
beforeEach(async () => {
  [asked, isUp] = [0, true];
  backend = createServer((_request, response) => {
    asked += 1;
    response.writeHead(isUp ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
});
afterEach(() => backend.close());

function given() {
  const { port } = backend.address() as AddressInfo;
  const config = readConfig({
    SUPABASE_URL: `http://127.0.0.1:${port}`,
    SUPABASE_PUBLISHABLE_KEY: 'key',
    SHELL_TOKEN: 'token',
  });
  const releaseSets = createReleaseSets({ remotes: {}, retired: {}, pending: {} }, config);
  const source: RegistrySource = { current: async () => releaseSets, problem: () => null };
  const fallbacks = { inForce: (releaseSet) => releaseSet, fallbackReleases: () => ({}) } as Pick<
    Fallbacks,
    'inForce' | 'fallbackReleases'
  >;
  const readiness = createReadiness(config, source);
  return () => readiness(fallbacks);
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('probes within a second share one query', async () => {
  stopClock();
  const ask = given();
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(answers.map(({ ready }) => ready))).toEqual(new Set([true]));
  await ask();
  expect(asked).toBe(1);
});

test('a probe a second later queries again', async () => {
  stopClock();
  const ask = given();
  await ask();
  isUp = false;
  expect((await ask()).ready).toBe(true);
  vi.advanceTimersByTime(1_001);
  expect(await ask()).toMatchObject({ ready: false, failing: ['supabase'] });
});
