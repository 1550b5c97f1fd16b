import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  answers,
  descendants,
  ownPlace,
  type Started,
  startDirectly,
  startWithNpm,
  untilGone,
} from '../shared/testing/started-platform.ts';
import { pause, until } from '../shared/testing/until.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { done, type Ended, runRemote } from '../shell/cli/testing/run-remote.ts';
import { by } from '../shell/registry/testing/release.ts';
import { failedStart, LAST_LINE, placeOfFile, registryOn } from './testing/platform.ts';

const place = placeOfFile();
const registry = () => registryOn(place.dataDir);

async function otherPlace() {
  const other = await ownPlace();
  onTestFinished(() => other.remove());
  return other;
}

const listen = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/** Takes a port as soon as it is free. */
async function hold(port: number): Promise<Server> {
  const server = await listen(port);
  if (server) return server;
  await pause(5);
  return hold(port);
}
const letGo = (server: Server) => new Promise((resolve) => server.close(resolve));

function kill(started: Started, part: string): void {
  const found = descendants(started.pid).find(({ command }) => command.includes(part));
  if (!found) throw new Error(`no process of ${part}`);
  process.kill(found.pid, 'SIGKILL');
}

test('a wrong setting ends the start at once, with its name and the expected form', async () => {
  const output = await failedStart({ ...place.environment, PORT: 'abc' });
  expect(output).toContain('PORT is "abc"; expected a whole number from 1 to 65531');
});

test('a port that browsers block ends the start at once, and nothing is built or stored', async () => {
  const own = await otherPlace();
  const output = await failedStart({ ...own.environment, PORT: '5999' });
  expect(output).toContain('PORT is "5999", and with it the port of mf-blog is 6000, which is blocked by browsers');
  expect(readdirSync(own.dataDir)).toEqual([]);
});

test.each([
  ['the shell', 0, 'PORT'],
  ['mf-matrix', 3, 'PORT'],
  ['the embedded backend', 6, 'SUPABASE_PORT'],
])('a taken port of %s ends the start at once, with its number', async (owner, offset, variable) => {
  const port = place.port + offset;
  const server = await hold(port);
  const output = await failedStart(place.environment);
  for (const text of [`port ${port} is taken: ${owner} wants it`, `set ${variable}`]) expect(output).toContain(text);
  await letGo(server);
});

test('a registry file of an earlier version ends the start at once, and nothing is changed', async () => {
  const own = await otherPlace();
  const file = path.join(own.dataDir, 'registry.json');
  writeFileSync(file, '{ half a docu');
  const output = await failedStart(own.environment);
  for (const text of [`${file} is of a version of the platform before 8e5b85fd`, 'Start commit 8e5b85fd once with it'])
    expect(output).toContain(text);
  expect(readdirSync(own.dataDir)).toEqual(['registry.json']);
  expect(readFileSync(file, 'utf8')).toBe('{ half a docu');
});

test('an empty start prints a link that lets the first person in, and no demo account', async () => {
  const own = await otherPlace();
  const started = startDirectly({ ...own.environment, SEED: 'none' });
  await started.untilPrinted(LAST_LINE);
  const { origin } = new URL(`http://127.0.0.1:${own.port}`);
  expect(started.output).toMatch(new RegExp(`^invitation  ${origin}/login#invitation=[0-9a-f]{64}$`, 'm'));
  expect(started.output).not.toContain('lernen-mit-ki');
  expect(await (await fetch(`${origin}/`)).text()).toContain('No posts available yet');
  started.child.kill('SIGTERM');
  await started.ended;
}, 300_000);

describe.runIf(process.platform === 'linux')('a running platform', () => {
  let started: Started;
  const url = (slot: number) => `http://127.0.0.1:${place.port + slot}/`;
  const isReady = () => answers(`${url(0)}readyz`);

  beforeAll(async () => {
    started = startWithNpm({ ...place.environment, BACKUP_EVERY: '24h' });
    await started.untilPrinted(LAST_LINE);
  }, 300_000);
  afterAll(() => started.child.kill('SIGKILL'));

  test('says once where it is, and how to sign in', () => {
    const lines = started.output.split('\n');
    const ready = lines.findIndex((line) => line.startsWith('ready'));
    expect(lines[ready]).toBe(`ready  http://127.0.0.1:${place.port}`);
    expect(lines[ready + 1]).toContain('admin@example.com / lernen-mit-ki');
    expect(lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);
  });

  test('makes a backup, whose age is in the metrics', async () => {
    const warnings = async () => (await (await fetch(`${url(0)}readyz`)).json()).warnings;
    await until('there is no backup', async () => (await warnings()) === undefined);
    expect(await (await fetch(`${url(0)}metrics`)).text()).toMatch(/^shell_backup_age_seconds \d/m);
    expect(readdirSync(path.join(place.dataDir, 'backups'))).toHaveLength(1);
  });

  test('refuses a second one on the same data', async () => {
    const other = await otherPlace();
    const output = await failedStart({ ...other.environment, DATA_DIR: place.dataDir });
    for (const text of [place.dataDir, 'in use']) expect(output).toContain(text);
    expect(await isReady()).toBe(true);
  });

  test('gets its backend back after kill -9', async () => {
    kill(started, 'local-backend/main');
    await until('the platform is not ready', async () => !(await isReady()));
    await until('the platform is ready again', isReady);
  });

  test('goes on without a remote whose port is taken, and gets it back', async () => {
    const { remotes } = await (await registry()).read();
    const name = 'mf-matrix';
    const { portOffset: slot = 0, live } = remotes[name] ?? {};
    const taken = `port ${place.port + slot} of ${name} is taken`;
    kill(started, 'scripts/start/asset-server.ts');
    const server = await hold(place.port + slot);
    await started.untilPrinted(taken);
    const failing = async () => ((await (await fetch(`${url(0)}readyz`)).json()) as { failing?: string[] }).failing;
    await until('all others are back', async () => String(await failing()) === name);
    expect((await fetch(`${url(0)}readyz`)).status).toBe(503);
    expect((await fetch(url(0))).status).toBe(200);
    await letGo(server);
    const isServed = () => answers(`${url(slot)}${live?.version}/web/mf-manifest.json`);
    await until('the remote is back', isServed);
    await until('the platform is ready again', isReady);
    expect(started.output.split(taken)).toHaveLength(2);
  });

  test('serves a remote that is about to be live, and no longer one that is not', async () => {
    const isServed = () => fetch(url(5)).then(Boolean, () => false);
    const changes = await registry();
    await changes.reserve('mf-copy');
    await until('the new remote is served', isServed);
    await changes.releaseReservation('mf-copy');
    await until('the remote is gone', async () => !(await isServed()));
  });

  test('answers every request while a remote goes live for the first time', async () => {
    const release = await storeTinyRemote(place.dataDir);
    await (await registry()).publish(release);
    const { version } = release;
    const statuses = new Set<number>();
    let promoted: Ended | undefined;
    const visits = ['tiny', 'readyz', 'sitemap.xml'].map(async (address) => {
      while (!promoted) statuses.add((await fetch(url(0) + address)).status);
      statuses.add((await fetch(url(0) + address)).status);
    });
    promoted = await runRemote(place.environment, 'promote', `mf-tiny@${version}`);
    await Promise.all(visits);
    expect(promoted).toEqual(done(`live mf-tiny@${version}`));
    expect([...statuses].sort()).toEqual([200, 404]);
    await until('the remote answers', () => answers(`${url(0)}tiny`));
    await (await registry()).retire('mf-tiny', by);
  });

  test('leaves no process behind when npm is asked to stop', async () => {
    const processes = descendants(started.pid);
    expect(processes.length).toBeGreaterThan(5);
    started.child.kill('SIGTERM');
    await untilGone(processes);
  });

  test('builds nothing again when nothing changed, listens on HOST, and leaves no process behind when it is killed', async () => {
    const retired = await runRemote(place.environment, 'retire', 'mf-matrix');
    expect(retired).toEqual(done('retired mf-matrix'));
    const again = startDirectly({ ...place.environment, HOST: '127.0.0.2' });
    const origin = `http://127.0.0.2:${place.port}`;
    await again.untilPrinted(`ready  ${origin}`);
    expect(again.output).not.toMatch(/^(setup|build|live) /m);
    // A start does not publish a retired remote again.
    expect((await fetch(`${origin}/course-matrix`)).status).toBe(404);
    const processes = descendants(again.pid);
    again.child.kill('SIGKILL');
    await untilGone(processes);
  });
});
