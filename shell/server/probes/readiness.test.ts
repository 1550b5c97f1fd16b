import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Fallbacks } from '../code/fallbacks.ts';
import { readConfig } from '../config.ts';
import { createLineups } from '../lineup/lineup.ts';
import type { RegistrySource } from '../lineup/live-registry.ts';
import { createReadiness } from './readiness.ts';

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
  const config = readConfig({ SUPABASE_URL: `http://127.0.0.1:${port}`, SUPABASE_PUBLISHABLE_KEY: 'key' });
  const lineups = createLineups({ schema: 1, remotes: {}, retired: {} }, config);
  const source: RegistrySource = { kind: 'file', current: async () => lineups, problem: () => null };
  const fallbacks = { inForce: (lineup) => lineup, standIns: () => ({}) } as Pick<Fallbacks, 'inForce' | 'standIns'>;
  const readiness = createReadiness(config, source);
  return () => readiness(fallbacks);
}

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('whoever asks within a second gets the answer to one question', async () => {
  stopClock();
  const ask = given();
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(answers.map(({ ready }) => ready))).toEqual(new Set([true]));
  await ask();
  expect(asked).toBe(1);
});

test('a second later it is asked again', async () => {
  stopClock();
  const ask = given();
  await ask();
  isUp = false;
  expect((await ask()).ready).toBe(true);
  vi.advanceTimersByTime(1_001);
  expect(await ask()).toMatchObject({ ready: false, failing: ['supabase'], registryKind: 'file' });
});
