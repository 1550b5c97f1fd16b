import path from 'node:path';
import { freePort } from '@ki/shared/process/free-port.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { build } from '../build/build.ts';
import { ONE_OF_TEN_FAILS, ONE_OF_TWELVE_ENDS_ITS_RENDERER } from '../build/testing/failing-remote.ts';
import { storeTinyRemote } from '../build/testing/tiny-remote.ts';
import { ROOT } from '../build/workspace.ts';
import { type AssetServer, serveAssets } from '../cli/asset-server.ts';
import type { PlatformRegistry } from '../registry/registry.ts';
import type { Release } from '../registry/schema.ts';
import { type RegistryBackend, startRegistryBackend } from '../registry/testing/registry-backend.ts';
import { by } from '../registry/testing/release.ts';
import { type ShellProcess, shellPlace } from './testing/shell-process.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

let opened: RegistryBackend;
let place: Awaited<ReturnType<typeof shellPlace>>;
let assets: AssetServer;
let registry: PlatformRegistry;
let shell: ShellProcess;
let one: Release;
// Another test may be building it.
beforeAll(async () => {
  opened = await startRegistryBackend();
  await build(ROOT, 'shell', async () => undefined);
}, 300_000);
afterAll(() => opened.close());
beforeEach(async () => {
  place = await shellPlace(opened);
  registry = place.registry;
  one = await storeTinyRemote(place.dataDir, { text: 'one' });
  const port = await freePort();
  assets = serveAssets(path.join(place.dataDir, 'store'), 'mf-tiny', port);
  await place.promote(one, { ...by, origin: `http://127.0.0.1:${port}` });
  shell = await place.start({ TRUSTED_PROXIES: '127.0.0.1' });
  await vi.waitFor(async () => expect(await visit(99)).toContain('one'), PATIENCE);
});
afterEach(async () => {
  await assets.stop();
  await place.remove();
});

/** Bucket 0 gets every canary, bucket 99 none. */
async function visit(bucket: number): Promise<string> {
  const answer = await fetch(`${shell.url}/tiny`, { headers: { cookie: `release-bucket=${bucket}` } });
  return answer.text();
}
async function visitBoth(times: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let time = 0; time < times; time += 1) seen.push(await visit(0), await visit(99));
  return seen;
}

const remote = async () => (await registry.read()).remotes['mf-tiny'];
const canaryInForce = async () => {
  const answer = await fetch(`${shell.url}/login`);
  return answer.headers.get('cache-control') === 'private, no-cache';
};
const startCanary = async (stored: Parameters<typeof storeTinyRemote>[1]): Promise<Release> => {
  const release = await storeTinyRemote(place.dataDir, { text: 'two', ...stored });
  await registry.publish(release);
  await registry.canary(release, 10, by);
  await vi.waitFor(async () => expect(await canaryInForce()).toBe(true), PATIENCE);
  return release;
};
async function counted() {
  const counts = await registry.readCounts();
  const of = (wanted: string | undefined) => counts.find(({ version }) => version === wanted);
  return [of((await remote())?.canary?.release.version), of(one.version)];
}

const isBack = () => vi.waitFor(async () => expect((await remote())?.canary).toBeUndefined(), PATIENCE);

test('a canary whose every tenth render fails is ended automatically once 200 renders are counted', async () => {
  const two = await startCanary({ server: ONE_OF_TEN_FAILS });
  await visitBoth(199);
  await vi.waitFor(async () => expect(await counted()).toMatchObject([{ renders: 199 }, { renders: 199 }]), PATIENCE);
  expect((await remote())?.canary?.release.version).toBe(two.version);
  await visit(0);
  await isBack();
  expect((await remote())?.live.version).toBe(one.version);
  expect((await remote())?.history[0]).toMatchObject({
    action: 'canary',
    version: two.version,
    percent: 0,
    reason: `went back by itself: 20 of 200 renders failed, of ${one.version} beside it 0 of 199; the margin is 5 of 100`,
  });
  await vi.waitFor(async () => expect(await visit(0)).toContain('one'), PATIENCE);
});

test('a canary without failures stays until it is promoted, even after a thousand reports of strangers', async () => {
  const two = await startCanary({});
  const report = { remote: 'mf-tiny', version: two.version, phase: 'render', message: 'kaputt' };
  const forged = (stranger: number) =>
    fetch(`${shell.url}/reports`, {
      method: 'POST',
      headers: {
        cookie: 'release-bucket=0',
        'x-forwarded-for': `203.0.${stranger % 250}.${Math.floor(stranger / 250)}`,
      },
      body: JSON.stringify(report),
    });
  const before = await remote();
  expect(await visitBoth(130)).toEqual(expect.arrayContaining([expect.stringContaining('two')]));
  for (let stranger = 0; stranger < 1_000; stranger += 1) expect((await forged(stranger)).status).toBe(204);
  await visitBoth(130);
  await vi.waitFor(
    async () =>
      expect(await counted()).toMatchObject([
        { renders: 260, failures: 0, reports: 1_000 },
        { renders: 260, failures: 0, reports: 0 },
      ]),
    PATIENCE,
  );
  expect(await remote()).toEqual(before);
  await registry.promote(two, by);
  await vi.waitFor(async () => expect(await visit(99)).toContain('two'), PATIENCE);
});

test('a canary that cannot be loaded is ended, while its visitors get the live version', async () => {
  await startCanary({ server: 'throw new Error("kaputt")' });
  const seen = await visitBoth(200);
  expect(seen.filter((page) => !page.includes('one'))).toEqual([]);
  await isBack();
  expect((await remote())?.history[0]?.reason).toMatch(/^went back by itself: 200 of 200 renders failed, /);
});

test('a canary that ends its worker is ended, and the live version is not blamed for its aborted pages', async () => {
  await startCanary({ server: ONE_OF_TWELVE_ENDS_ITS_RENDERER });
  while ((await remote())?.canary) await Promise.all([visit(0), visit(99)]);
  expect((await remote())?.history[0]?.reason).toMatch(
    /^went back by itself: \d+ of \d+ renders failed, of \S+ beside it 0 of /,
  );
});

test('pages of a canary come from the cache once 200 were rendered, and hits are counted too', async () => {
  await startCanary({});
  const pageOf = async () => {
    const answer = await fetch(`${shell.url}/tiny`, { headers: { cookie: 'release-bucket=0' } });
    return answer.headers.get('server-timing');
  };
  const seen: (string | null)[] = [];
  for (let time = 0; time < 203; time += 1) seen.push(await pageOf());
  expect([seen.indexOf('cache;desc=hit'), new Set(seen.slice(200)).size]).toEqual([200, 1]);
  await vi.waitFor(async () => expect(await counted()).toMatchObject([{ renders: 203 }, undefined]), PATIENCE);
});
