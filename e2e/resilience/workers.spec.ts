import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { ROOT } from '../../shell/build/workspace.ts';
import { lastGoodPath } from '../../shell/registry/last-good.ts';
import { test } from '../platform/shared-platform.ts';
import { givenProbe } from './given-probe.ts';
import { saying } from './probe.ts';

const given = givenProbe();
const get = (address: string) => fetch(`${given.platform.url}${address}`);

/** A module whose loader runs some code on the server. */
const doing = (deed: string) =>
  `{ ...${saying('')}, routes: [{ id: 'probe', path: '/probe', loader: async () => { ${deed}; return null; }, Component: () => 'Probe' }] }`;

async function shellPid(): Promise<number> {
  const { pid } = JSON.parse(await readFile(path.join(given.platform.dataDir, 'shell.json'), 'utf8')) as {
    pid: number;
  };
  return pid;
}

/** Processes that the shell started. */
function workersOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([own = 0, parent]) => (parent === pid ? [own] : []));
}

let count = 0;
async function givenRemoteThat(deed: string): Promise<void> {
  count += 1;
  given.probe.publish(`w${count}.0`, { module: doing(deed) });
  await given.probe.promote(`w${count}.0`);
}

for (const [what, deed] of [
  ['ends its process', 'process.exit()'],
  ['never comes to an end', 'for (;;);'],
  ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(all))'],
] as const) {
  test(`Reader gets every other page, cached or not, while a remote ${what}`, async () => {
    await givenRemoteThat(deed);
    // This request caches the page for the new release set, which is part of its cache key.
    const kept = await (await get('/suche')).text();
    const failing = get('/probe');

    const again = await get('/suche');
    expect(again.status).toBe(200);
    expect((await again.text()).length).toBeGreaterThan(kept.length / 2);
    const failed = await failing;
    expect(failed.status).toBe(503);
    expect(failed.headers.get('retry-after')).toBe('1');
    await expect.poll(async () => (await get(`/suche?suche=neu${count}`)).status).toBe(200);
    expect((await get('/healthz')).status).toBe(200);
  });
}

test('Nobody learns the files and the environment of the server from a remote', async () => {
  const secret = lastGoodPath(given.platform.dataDir);
  await givenRemoteThat(`throw new Error(process.getBuiltinModule('node:fs').readFileSync('${secret}', 'utf8'))`);
  expect((await get('/probe')).status).toBe(500);
  await givenRemoteThat('throw new Error(JSON.stringify(process.env))');
  expect((await get('/probe')).status).toBe(500);
  // The output of the shell may arrive after its response.
  await expect.poll(given.platform.log).toContain('getBuiltinModule is not a function');
  await expect.poll(given.platform.log).toContain('Error: {}');
  expect(given.platform.log()).not.toContain('"remotes"');
});

test('No process is left when the shell is gone, however it went', async () => {
  const pid = await shellPid();
  const [worker] = workersOf(pid);
  expect(worker).toBeDefined();
  process.kill(pid, 'SIGKILL');
  const isAlive = () =>
    execFileSync('ps', ['-A', '-o', 'pid='], { encoding: 'utf8' }).split(/\s+/).includes(String(worker));
  await expect.poll(isAlive).toBe(false);
  await given.platform.deployShell(ROOT);
});
