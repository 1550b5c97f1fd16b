import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { cuttableLine } from '../shared/testing/cuttable-line.ts';
import { folderOfFile } from '../shared/testing/folder.ts';
import { freePort } from '../shared/testing/free-ports.ts';
import { build } from '../shell/build/build.ts';
import { storeTinyRemote } from '../shell/build/testing/tiny-remote.ts';
import { ROOT } from '../shell/build/workspace.ts';
import { openRegistry, overHttp, type PlatformRegistry } from '../shell/registry/registry.ts';
import type { Release } from '../shell/registry/schema.ts';
import { startRegistryBackend } from '../shell/registry/testing/registry-backend.ts';
import { by } from '../shell/registry/testing/release.ts';
import { type ShellProcess, shellPlace } from '../shell/server/testing/shell-process.ts';
import { serveAssets } from './start/asset-server.ts';
import { ensureNginx } from './testing/browsers.ts';

/** The time in which a change must reach every shell: an idle machine needs less than two seconds. */
const EVERYWHERE = { timeout: 30_000, interval: 50 };
/** Fifty requests a second. */
const EVERY_MS = 20;

const folder = folderOfFile();
let line: Awaited<ReturnType<typeof cuttableLine>>;
let shells: readonly ShellProcess[];
let site: string;
let registry: PlatformRegistry;
let one: Release;
let two: Release;
let balancer: ChildProcess | undefined;

const untilAnswered = (url: string) =>
  vi.waitFor(async () => {
    const { status } = await fetch(url);
    expect(status, shells?.map(({ output }) => output()).join('\n')).toBe(200);
  }, EVERYWHERE);

/** Starts nginx in front of the three shells; it skips a dead one. */
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
  balancer = spawn(program, ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  await build(ROOT, 'shell', async () => undefined);
  const opened = await startRegistryBackend();
  const place = await shellPlace(opened);
  const { supabase } = opened.access;
  await opened.registry.addTeam('tiny', ['mf-tiny'], []);
  const team = await opened.registry.createToken('tiny', ['publish', 'promote'], 1);
  registry = openRegistry(overHttp({ supabase, token: team }));

  one = await storeTinyRemote(folder, { text: 'one' });
  two = await storeTinyRemote(folder, { text: 'two' });
  const port = await freePort();
  const assets = serveAssets(path.join(folder, 'store'), 'mf-tiny', port);
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(`${origin}/${one.version}/${one.entry.path}`);
  await opened.registry.addOrigin(origin, 'mf-tiny');
  for (const release of [one, two]) await registry.publish(release);
  await registry.promote(one, { ...by, origin });

  line = await cuttableLine(Number(new URL(supabase.url).port));
  const starting = [supabase.url, supabase.url, line.url].map((SUPABASE_URL, index) =>
    place.start({ SUPABASE_URL, TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: path.join(folder, `machine-${index}`) }),
  );
  shells = await Promise.all(starting);
  const nginx = await ensureNginx();
  site = nginx ? await startBalancer(nginx) : (shells[1]?.url ?? '');
  await untilAnswered(`${site}/tiny`);
  return async () => {
    balancer?.kill('SIGTERM');
    await place.remove();
    line.close();
    await assets.stop();
    await opened.close();
  };
}, 300_000);

const versionAt = async ({ url }: ShellProcess) => {
  const { remotes } = (await (await fetch(`${url}/platform.json`)).json()) as {
    remotes: Record<string, { version: string }>;
  };
  return remotes['mf-tiny']?.version;
};

const versions = (of: readonly ShellProcess[]) => Promise.all(of.map(versionAt));
const everywhere = ({ version }: Release) =>
  expect.poll(() => versions(shells), EVERYWHERE).toEqual([version, version, version]);

/** Visits the site while `work` runs. Resolves with the number of visits, and the outcomes that are no page. */
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
    await everywhere(two);
    await registry.rollback('mf-tiny', by);
    await everywhere(one);
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
