import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { fileRegistry } from '../shell/registry/file-registry.ts';
import {
  answers,
  descendants,
  ownPlace,
  pause,
  Started,
  startDirectly,
  startWithNpm,
  until,
  untilGone,
} from './started-platform.ts';

type Place = Awaited<ReturnType<typeof ownPlace>>;
let place: Place;

beforeAll(async () => {
  place = await ownPlace();
});
afterAll(() => place.remove());

const listen = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

/** Takes a port as soon as it can be had. */
async function hold(port: number): Promise<Server> {
  const server = await listen(port);
  if (server) return server;
  await pause(5);
  return hold(port);
}
const letGo = (server: Server) => new Promise((resolve) => server.close(resolve));

/** `kill -9`, on a server of the platform. */
function kill(started: Started, part: string): void {
  const found = descendants(started.pid).find(({ command }) => command.includes(part));
  if (!found) throw new Error(`no process of ${part}`);
  process.kill(found.pid, 'SIGKILL');
}

test('a wrong variable ends the start at once, with its name and the expected form', async () => {
  const started = startDirectly({ ...place.environment, PORT: 'abc' });
  expect(await started.ended).toBe(1);
  expect(started.output).toContain('PORT is "abc"; expected a whole number from 1 to 65531');
});

test.each([
  ['the shell', 0, 'PORT'],
  ['mf-matrix', 3, 'PORT'],
  ['the embedded backend', 6, 'SUPABASE_PORT'],
])('a taken port of %s ends the start at once, by its number', async (owner, offset, variable) => {
  const port = place.port + offset;
  const server = await hold(port);
  const started = startDirectly(place.environment);
  expect(await started.ended).toBe(1);
  expect(started.output).toContain(`port ${port} is taken: ${owner} wants it`);
  expect(started.output).toContain(`set ${variable}`);
  await letGo(server);
});

describe.runIf(process.platform === 'linux')('a running platform', () => {
  let started: Started;
  const url = (slot: number) => `http://127.0.0.1:${place.port + slot}/`;
  const isReady = () => answers(`${url(0)}readyz`);

  beforeAll(async () => {
    started = startWithNpm(place.environment);
    await started.untilPrinted(/^ready/m);
  }, 300_000);
  afterAll(() => started.child.kill('SIGKILL'));

  test('says once where it is, and how to sign in', () => {
    const lines = started.output.split('\n');
    const ready = lines.findIndex((line) => line.startsWith('ready'));
    expect(lines[ready]).toBe(`ready  http://127.0.0.1:${place.port}`);
    expect(lines[ready + 1]).toContain('admin@example.com / lernen-mit-ki');
    expect(lines.filter((line) => line.startsWith('ready'))).toHaveLength(1);
  });

  test('holds its own ports, and its remotes pass their checks, says the doctor', async () => {
    const doctor = new Started(process.execPath, ['scripts/doctor.mjs'], {
      ...place.environment,
      npm_config_user_agent: '',
    });
    expect([await doctor.ended, doctor.output]).toEqual([0, expect.not.stringContaining('FAIL')]);
    expect(doctor.output.match(/port \d+ +held by .*: the platform runs/g)).toHaveLength(6);
    expect(doctor.output.match(/^ok +mf-\w+ .* passes its checks$/gm)).toHaveLength(4);
  });

  test('refuses a second one on the same data', async () => {
    const other = await ownPlace();
    const second = startDirectly({ ...other.environment, DATA_DIR: place.dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output).toContain(place.dataDir);
    expect(second.output).toMatch(/in use/);
    expect(await isReady()).toBe(true);
    other.remove();
  });

  test('gets its backend back after kill -9', async () => {
    kill(started, 'local-backend/main');
    await until('the platform is not ready', async () => !(await isReady()));
    await until('the platform is ready again', isReady);
  });

  test('goes on without a remote whose port is taken, and gets it back', async () => {
    const { remotes } = JSON.parse(readFileSync(path.join(place.dataDir, 'registry.json'), 'utf8')) as {
      remotes: Record<string, { slot: number; live: { version: string } }>;
    };
    const [name, { slot, live }] = Object.entries(remotes).at(-1) ?? ['', { slot: 0, live: { version: '' } }];
    const taken = `port ${place.port + slot} of ${name} is taken`;
    kill(started, 'shell/cli/serve.ts');
    const server = await hold(place.port + slot);
    await started.untilPrinted(taken);
    const failing = async () => ((await (await fetch(`${url(0)}readyz`)).json()) as { failing?: string[] }).failing;
    await until('all others are back', async () => String(await failing()) === name);
    expect((await fetch(`${url(0)}readyz`)).status).toBe(503);
    expect((await fetch(url(0))).status).toBe(200);
    await letGo(server);
    const isServed = () => answers(`${url(slot)}${live.version}/web/mf-manifest.json`);
    await until('the remote is back', isServed);
    await until('the platform is ready again', isReady);
    expect(started.output.split(taken)).toHaveLength(2);
  });

  test('serves a remote that is new in the registry, and no longer one that has left it', async () => {
    const file = path.join(place.dataDir, 'registry.json');
    const before = readFileSync(file, 'utf8');
    const registry = JSON.parse(before) as { remotes: Record<string, { slot: number; live: { routes: string[] } }> };
    const copied = registry.remotes['mf-blog'];
    cpSync(path.join(place.dataDir, 'store', 'mf-blog'), path.join(place.dataDir, 'store', 'mf-copy'), {
      recursive: true,
    });
    const live = { ...copied?.live, name: 'mf-copy', routes: ['/copy'], resources: [] };
    const remotes = { ...registry.remotes, 'mf-copy': { ...copied, slot: 5, live } };
    writeFileSync(file, JSON.stringify({ ...registry, remotes }));
    const isServed = () =>
      fetch(url(5)).then(
        () => true,
        () => false,
      );
    await until('the new remote is served', isServed);
    writeFileSync(file, before);
    await until('the remote is gone', async () => !(await isServed()));
  });

  test('answers every request while a remote goes live for the first time', async () => {
    const { version } = await storeTinyRemote(place.dataDir);
    const statuses = new Set<number>();
    let isPromoted = false;
    const visit = async (address: string) => {
      while (!isPromoted) statuses.add((await fetch(url(0) + address)).status);
      statuses.add((await fetch(url(0) + address)).status);
    };
    const visits = ['tiny', 'readyz', 'sitemap.xml'].map(visit);
    const environment = { ...process.env, ...place.environment };
    const args = ['shell/cli/remote.ts', 'promote', `mf-tiny@${version}`];
    const promoted = promisify(execFile)(process.execPath, args, { env: environment }).finally(() => {
      isPromoted = true;
    });
    await Promise.all([promoted, ...visits]);
    expect([...statuses].sort()).toEqual([200, 404]);
    await fileRegistry(place.dataDir).retire('mf-tiny', { author: 'test', reason: 'not needed' });
  });

  test('leaves no process behind when npm is asked to stop', async () => {
    const processes = descendants(started.pid);
    expect(processes.length).toBeGreaterThan(5);
    started.child.kill('SIGTERM');
    await untilGone(processes);
  });

  test('builds nothing again when nothing changed, and leaves no process behind when it is killed', async () => {
    await fileRegistry(place.dataDir).retire('mf-matrix', { author: 'test', reason: 'not needed' });
    const again = startDirectly(place.environment);
    await again.untilPrinted(/^ready/m);
    expect(again.output).not.toMatch(/^(setup|build|live) /m);
    // What a person took out, a start leaves out.
    expect((await fetch(`${url(0)}course-matrix`)).status).toBe(404);
    const processes = descendants(again.pid);
    again.child.kill('SIGKILL');
    await untilGone(processes);
  });

  test('goes on in its database with what it kept in a file', async () => {
    const again = startDirectly({ ...place.environment, REGISTRY: 'database' });
    await again.untilPrinted(/^ready/m);
    expect(again.output).toMatch(/^registry +took over mf-admin, mf-blog, mf-learning, mf-matrix, mf-tiny from /m);
    expect(again.output).not.toMatch(/^(setup|build|live) /m);
    expect((await fetch(`${url(0)}course-matrix`)).status).toBe(404);
    const processes = descendants(again.pid);
    again.child.kill('SIGTERM');
    await untilGone(processes);
  });
});
