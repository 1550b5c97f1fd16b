import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { ROOT } from '../../shell/build/workspace.ts';
import { test } from '../platform/shared-platform.ts';
import { shellPid } from '../platform/shell-memory.ts';
import { givenProbe } from './given-probe.ts';
import { saying } from './probe.ts';

const given = givenProbe();
const get = (address: string) => fetch(`${given.platform.url}${address}`);

const NEVER_ENDING = `{ ...${saying('')}, routes: [{ id: 'probe', path: '/probe', loader: async () => { for (;;); }, Component: () => 'Probe' }] }`;

/** Processes that the shell started. */
function workersOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([own = 0, parent]) => (parent === pid ? [own] : []));
}

// `worker-pool.test.ts` has every other way in which code ends its worker.
test('Reader gets every other page, cached or not, while a remote never comes to an end', async () => {
  given.probe.publish('w1', { module: NEVER_ENDING });
  await given.probe.promote('w1');
  // This request caches the page for the new release set, which is part of its cache key.
  const kept = await (await get('/suche')).text();
  const failing = get('/probe');

  const again = await get('/suche');
  expect(again.status).toBe(200);
  expect((await again.text()).length).toBeGreaterThan(kept.length / 2);
  const failed = await failing;
  expect(failed.status).toBe(503);
  expect(failed.headers.get('retry-after')).toBe('1');
  await expect.poll(async () => (await get('/suche?suche=neu')).status).toBe(200);
  expect((await get('/healthz')).status).toBe(200);
});

test('No process is left when the shell is gone, however it went', async () => {
  const pid = await shellPid(given.platform.dataDir);
  const [worker] = workersOf(pid);
  expect(worker).toBeDefined();
  process.kill(pid, 'SIGKILL');
  const isAlive = () =>
    execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).split(/\s+/).includes(String(worker));
  await expect.poll(isAlive).toBe(false);
  await given.platform.deployShell(ROOT);
});
