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
import { bucketCookie } from '../registry/testing/bucket-cookie.ts';
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
  shell = await place.start({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT: '0' });
  await vi.waitFor(async () => expect(await visit(99)).toContain('one'), PATIENCE);
});
afterEach(async () => {
  await assets.stop();
  await place.remove();
});

let visitors = 0;
/** Each visit is another client's, unless one is named. */
const another = () => {
  visitors += 1;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
};
const cookieOf = (bucket: number) => bucketCookie(place.dataDir, bucket);

/** Bucket 0 gets every canary, bucket 99 none. */
async function visit(bucket: number, address = '/tiny', client = another()): Promise<string> {
  const headers = { cookie: await cookieOf(bucket), 'x-forwarded-for': client };
  return (await fetch(shell.url + address, { headers })).text();
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
  const of = (wanted: string | undefined) =>
    counts.find(({ version, pattern }) => version === wanted && pattern !== '');
  return [of((await remote())?.canary?.release.version), of(one.version)];
}

const isBack = () => vi.waitFor(async () => expect((await remote())?.canary).toBeUndefined(), PATIENCE);

test('a canary whose every tenth render fails is ended automatically once 50 pages are counted', async () => {
  const two = await startCanary({ server: ONE_OF_TEN_FAILS });
  await visitBoth(49);
  await vi.waitFor(async () => expect(await counted()).toMatchObject([{ renders: 49 }, { renders: 49 }]), PATIENCE);
  expect((await remote())?.canary?.release.version).toBe(two.version);
  await visit(99);
  await visit(0);
  await isBack();
  expect((await remote())?.live.version).toBe(one.version);
  expect((await remote())?.history[0]).toMatchObject({
    action: 'canary',
    version: two.version,
    percent: 0,
    reason: `went back by itself: at /tiny 5 of 50 pages failed, of ${one.version} beside it 0 of 50; the margin is 5 of 100`,
  });
  await vi.waitFor(async () => expect(await visit(0)).toContain('one'), PATIENCE);
});

test('a canary without failures stays until it is promoted, even after a thousand reports of strangers', async () => {
  const two = await startCanary({});
  const report = { remote: 'mf-tiny', version: two.version, phase: 'render', message: 'kaputt' };
  const cookie = await cookieOf(0);
  const forged = (stranger: number) =>
    fetch(`${shell.url}/reports`, {
      method: 'POST',
      headers: {
        cookie,
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
        { renders: 260, failures: 0 },
        { renders: 260, failures: 0 },
      ]),
    PATIENCE,
  );
  expect(await remote()).toEqual(before);
  expect((await registry.readCounts()).find(({ pattern }) => pattern === '')).toMatchObject({ reports: 1_000 });
  await registry.promote(two, by);
  await vi.waitFor(async () => expect(await visit(99)).toContain('two'), PATIENCE);
});

const ONE_OF_FOUR_PATTERNS_FAILS = `
const page = (path, text) => ({ id: path, path, Component: () => text });
exports.remote = {
  contract: 2,
  id: 'mf-tiny',
  routes: [
    page('/tiny', 'two'),
    page('/tiny/list', 'two'),
    page('/tiny/map/:place', 'two'),
    { ...page('/tiny/part/:name'), Component: () => { throw new Error('kaputt'); } },
  ],
};`;

test('a canary that breaks one route pattern of four goes back, however many pages of the others are good', async () => {
  const routes = ['/tiny', '/tiny/list', '/tiny/map/:place', '/tiny/part/:name'];
  await place.promote(await storeTinyRemote(place.dataDir, { text: 'one', routes }));
  const two = await startCanary({ server: ONE_OF_FOUR_PATTERNS_FAILS, routes });
  for (const address of ['/tiny', '/tiny/list', '/tiny/map/a']) {
    for (let time = 0; time < 300; time += 1) await visit(0, address);
  }
  for (let time = 0; time < 49; time += 1) for (const bucket of [0, 99]) await visit(bucket, '/tiny/part/a');
  const part = async () => (await registry.readCounts()).filter(({ pattern }) => pattern === '/tiny/part/:name');
  await vi.waitFor(async () => expect(await part()).toMatchObject([{ renders: 49 }, { renders: 49 }]), PATIENCE);
  expect((await remote())?.canary?.release.version).toBe(two.version);
  for (const bucket of [99, 0]) await visit(bucket, '/tiny/part/a');
  await isBack();
  expect((await remote())?.history[0]?.reason).toMatch(
    /^went back by itself: at \/tiny\/part\/:name 50 of 50 pages failed, of \S+ beside it 0 of 50; /,
  );
}, 120_000);

test('a canary that cannot be loaded is ended, while its visitors get the live version', async () => {
  await startCanary({ server: 'throw new Error("kaputt")' });
  const seen = await visitBoth(50);
  expect(seen.filter((page) => !page.includes('one'))).toEqual([]);
  await isBack();
  expect((await remote())?.history[0]?.reason).toMatch(/^went back by itself: at \/tiny 50 of 50 pages failed, /);
});

test('a canary that ends its worker is ended, and the live version is not blamed for its aborted pages', async () => {
  await startCanary({ server: ONE_OF_TWELVE_ENDS_ITS_RENDERER });
  while ((await remote())?.canary) await Promise.all([visit(0), visit(99)]);
  expect((await remote())?.history[0]?.reason).toMatch(
    /^went back by itself: at \/tiny \d+ of \d+ pages failed, of \S+ beside it 0 of /,
  );
});

test('pages of a canary come from the cache once 50 were rendered, and hits are counted too', async () => {
  await startCanary({});
  const pageOf = async () => {
    const headers = { cookie: await cookieOf(0), 'x-forwarded-for': another() };
    const answer = await fetch(`${shell.url}/tiny`, { headers });
    return answer.headers.get('server-timing');
  };
  const seen: (string | null)[] = [];
  for (let time = 0; time < 53; time += 1) seen.push(await pageOf());
  expect([seen.indexOf('cache;desc=hit'), new Set(seen.slice(50)).size]).toEqual([50, 1]);
  await vi.waitFor(async () => expect(await counted()).toMatchObject([{ renders: 53 }, undefined]), PATIENCE);
});

/** Fetches cookies as any visitor does, without one. */
async function honestCookies(times: number): Promise<readonly string[]> {
  const cookies: string[] = [];
  for (let time = 0; time < times; time += 1) {
    const answer = await fetch(`${shell.url}/platform.json`);
    cookies.push(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
  }
  return cookies;
}

const FAILS_WHEN_ASKED = `
const page = (path, Component) => ({ id: path, path, Component });
exports.remote = {
  contract: 2,
  id: 'mf-tiny',
  routes: [
    page('/tiny', () => 'two'),
    page('/tiny/more/:kind', () => { throw new Error('kaputt'); }),
  ],
};`;

test('a thousand cookies of one address neither end a canary nor hide that it fails', async () => {
  const routes = ['/tiny', '/tiny/more/:kind'];
  const before = await storeTinyRemote(place.dataDir, { text: 'one', routes });
  await place.promote(before);
  const two = await startCanary({ server: FAILS_WHEN_ASKED, routes });
  const cookies = await honestCookies(1_000);
  expect(new Set(cookies).size).toBeGreaterThan(90);
  const ask = (cookie: string, address: string) =>
    fetch(shell.url + address, { headers: { cookie, 'x-forwarded-for': '203.0.113.9' } });
  for (const cookie of cookies) await ask(cookie, '/tiny/more/x');
  for (const cookie of cookies) await ask(cookie, '/tiny');
  const sums = async () => (await registry.readCounts()).map(({ renders }) => renders);
  await vi.waitFor(async () => expect((await sums()).length).toBe(4), PATIENCE);
  expect(Math.max(...(await sums()))).toBeLessThan(10);
  expect((await remote())?.canary?.release.version).toBe(two.version);
  for (let time = 0; time < 50; time += 1) for (const bucket of [0, 99]) await visit(bucket, '/tiny/more/x');
  await isBack();
  expect((await remote())?.history[0]?.reason).toMatch(/^went back by itself: at \/tiny\/more\/:kind /);
}, 120_000);

test('an address that is too long fails for nobody', async () => {
  await startCanary({});
  const answers = Array.from({ length: 60 }, async () => {
    const headers = { cookie: await cookieOf(0), 'x-forwarded-for': another() };
    return (await fetch(`${shell.url}/tiny/${'!'.repeat(7_000)}`, { headers })).status;
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set([414]));
  await visit(0);
  await vi.waitFor(
    async () => expect(await counted()).toMatchObject([{ renders: 1, failures: 0 }, undefined]),
    PATIENCE,
  );
});
