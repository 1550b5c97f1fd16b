import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../shared/process/free-port.ts';
import { build } from '../shell/build/build.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { ROOT } from '../shell/build/workspace.ts';
import { type Origin, serveOrigin } from '../shell/cli/origin.ts';
import { databaseRegistry } from '../shell/registry/database/database-registry.ts';
import { addTeam, createToken } from '../shell/registry/database/rights.ts';
import type { PlatformRegistry } from '../shell/registry/platform-registry.ts';
import type { Release } from '../shell/registry/schema.ts';
import { by } from '../shell/registry/testing/release.ts';
import { type ShellProcess, shellPlace } from '../shell/server/testing/shell-process.ts';
import { startTestBackend, type TestBackend } from '../supabase/local-backend/testing.ts';
import { ensureNginx } from './lib/nginx.mjs';

/** How long a change may take to be everywhere: a machine with nothing else to do needs less than two seconds. */
const EVERYWHERE = { timeout: 30_000, interval: 50 };
/** Fifty requests a second. */
const EVERY_MS = 20;

let folder: string;
let backend: TestBackend;
let line: Awaited<ReturnType<typeof cuttableLine>>;
let place: Awaited<ReturnType<typeof shellPlace>>;
let shells: readonly ShellProcess[];
let site: string;
let registry: PlatformRegistry;
let origins: Origin;
let one: Release;
let two: Release;
const children: ChildProcess[] = [];

/** Stands before the database of one shell, and can be cut. */
async function cuttableLine(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    return near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const cut = (wanted: boolean) => {
    isCut = wanted;
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut, close: () => server.close() };
}

const untilAnswered = (url: string) =>
  vi.waitFor(async () => {
    const { status } = await fetch(url);
    if (status !== 200)
      throw new Error(`${url} answered ${status}: ${shells?.map(({ output }) => output()).join('\n')}`);
  }, EVERYWHERE);

function run(program: string, ...args: readonly string[]): void {
  children.push(spawn(program, args, { stdio: 'ignore' }));
}

/** The three shells behind one address, of which a dead one is left out. */
async function startBalancer(program: string): Promise<string> {
  const port = await freePort();
  const servers = shells.map((shell) => `server 127.0.0.1:${shell.port} max_fails=1 fail_timeout=1s;`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  const file = path.join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off; master_process off; pid ${path.join(folder, 'pid')}; error_log stderr;
     events { worker_connections 512; }
     http { access_log off; ${temporary.join(' ')} upstream shells { ${servers.join(' ')} }
       server { listen 127.0.0.1:${port}; location / { proxy_pass http://shells; proxy_next_upstream error timeout; } } }`,
  );
  run(program, '-p', folder, '-c', file, '-e', 'stderr');
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  await build(ROOT, 'shell', async () => undefined);
  folder = await mkdtemp(path.join(tmpdir(), 'many-machines-'));
  backend = await startTestBackend({ seed: false, dataDir: path.join(folder, 'backend') });
  const { url, publishableKey: key } = backend;
  const [made] = await backend.database.query<{ token: string }>('select private.operator_token() as token');
  const operator = { supabase: { url, key }, token: made?.token ?? '' };
  await addTeam(operator, { name: 'tiny', owns: ['mf-tiny'], members: [] });
  const team = await createToken(operator, { team: 'tiny', may: ['publish', 'promote'], days: 1 });
  const SHELL_TOKEN = await createToken(operator, { team: null, may: [], days: null });
  registry = databaseRegistry({ supabase: { url, key }, token: team });

  one = await storeTinyRemote(folder, { text: 'one' });
  two = await storeTinyRemote(folder, { text: 'two' });
  const port = await freePort();
  origins = serveOrigin(path.join(folder, 'store'), 'mf-tiny', port);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}/${one.version}/${one.entry.path}`);
  for (const release of [one, two]) await registry.publish(release);
  await registry.promote(one, { ...by, origin });

  line = await cuttableLine(Number(new URL(url).port));
  place = await shellPlace();
  const starting = [url, url, line.url].map((SUPABASE_URL, index) =>
    place.start({
      REGISTRY: 'database',
      SHELL_TOKEN,
      SUPABASE_URL,
      SUPABASE_PUBLISHABLE_KEY: key,
      DATA_DIR: path.join(folder, `machine-${index}`),
    }),
  );
  shells = await Promise.all(starting);
  const nginx = await ensureNginx();
  site = nginx ? await startBalancer(nginx) : (shells[1]?.url ?? '');
  await untilAnswered(`${site}/tiny`);
}, 300_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGTERM');
  await place?.remove();
  line?.close();
  await origins?.stop();
  await backend?.close();
  await rm(folder, { recursive: true, force: true });
});

const versionAt = async ({ url }: ShellProcess) => {
  const answer = await fetch(`${url}/platform.json`);
  const { remotes } = (await answer.json()) as { remotes: Record<string, { version: string }> };
  return remotes['mf-tiny']?.version;
};

const versions = (of: readonly ShellProcess[]) => Promise.all(of.map(versionAt));

/** Visits the site all the while that something is done. Resolves with how often, and with what was no page. */
async function withVisitors(work: () => Promise<void>) {
  const visits: Promise<string>[] = [];
  const visit = async () => {
    const answer = await fetch(`${site}/tiny`).catch((error: unknown) => String(error));
    if (typeof answer === 'string') return answer;
    return answer.ok && /one|two/.test(await answer.text()) ? 'page' : String(answer.status);
  };
  const timer = setInterval(() => visits.push(visit()), EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  const outcomes = await Promise.all(visits);
  return { count: outcomes.length, failed: outcomes.filter((outcome) => outcome !== 'page') };
}

test('a promotion and a rollback reach every machine, and no visitor notices', async () => {
  const { count, failed } = await withVisitors(async () => {
    await registry.promote(two, by);
    await expect.poll(() => versions(shells), EVERYWHERE).toEqual([two.version, two.version, two.version]);
    await registry.rollback('mf-tiny', by);
    await expect.poll(() => versions(shells), EVERYWHERE).toEqual([one.version, one.version, one.version]);
  });
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(0);
});

test('one machine dies, one is cut off from the database, and no visitor notices', async () => {
  const [dead, alive, away] = shells as [ShellProcess, ShellProcess, ShellProcess];
  const { failed } = await withVisitors(async () => {
    line.cut(true);
    dead.child.kill('SIGKILL');
    await dead.ended;
    await registry.promote(two, by);
    await expect.poll(() => versions([alive, away]), EVERYWHERE).toEqual([two.version, one.version]);
    line.cut(false);
    await expect.poll(() => versions([alive, away]), EVERYWHERE).toEqual([two.version, two.version]);
  });
  expect(failed).toEqual([]);
});

test('a machine that starts without its database goes on with what it had', async () => {
  const away = shells[2] as ShellProcess;
  line.cut(true);
  away.child.kill('SIGKILL');
  await away.ended;
  const again = await place.start({
    REGISTRY: 'database',
    SHELL_TOKEN: 'ki_any_token',
    SUPABASE_URL: line.url,
    SUPABASE_PUBLISHABLE_KEY: 'key',
    DATA_DIR: path.join(folder, 'machine-2'),
  });
  expect(await versionAt(again)).toBe(two.version);
  const readiness = await fetch(`${again.url}/readyz`);
  expect(await readiness.json()).toMatchObject({ failing: expect.arrayContaining(['registry']) });
});
