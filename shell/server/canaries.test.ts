import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Release } from '../registry/schema.ts';
import { by } from '../registry/testing/release.ts';
import type { ShellProcess } from './testing/shell-process.ts';
import { shellBackend, shellPlaces } from './testing/shells.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

const { place, store, start, serve, promote, canary, cookieOf } = shellPlaces(shellBackend(), 'block');
let origin: string;
let shell: ShellProcess;
let one: Release;
beforeAll(async () => {
  origin = await serve();
  await promote({ text: 'one' }, origin);
  shell = await start({ TRUSTED_PROXIES: '127.0.0.1', AUTH_RATE_LIMIT: '0' });
});
/** Promoting ends the canary of the test before. */
beforeEach(async () => {
  one = await promote({ text: 'one' }, origin);
  await vi.waitFor(async () => {
    expect(await canaryInForce()).toBe(false);
    expect(await visit(99)).toContain('one');
  }, PATIENCE);
});

let visitors = 0;
/** Each visit is another client's. */
const another = () => {
  visitors += 1;
  return `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
};

/** Bucket 0 gets every canary, bucket 99 none. */
async function ask(bucket: number, address = '/tiny'): Promise<Response> {
  const headers = { cookie: await cookieOf(bucket), 'x-forwarded-for': another() };
  return fetch(shell.url + address, { headers });
}
const visit = async (...where: Parameters<typeof ask>) => (await ask(...where)).text();
async function visitBoth(times: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for (let time = 0; time < times; time += 1) seen.push(await visit(0), await visit(99));
  return seen;
}

/** Asks so often, twenty at a time. */
async function often<Answer>(times: number, asking: (nth: number) => Promise<Answer>): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let nth = 0; nth < times; nth += 20)
    answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, index) => asking(nth + index)))));
  return answers;
}

const remote = async () => (await place().registry.read()).remotes['mf-tiny'];
const canaryInForce = async () => {
  const answer = await fetch(`${shell.url}/login`);
  return answer.headers.get('cache-control') === 'private, no-cache';
};
const startCanary = async (stored: Parameters<typeof store>[0]): Promise<Release> => {
  const release = await store({ text: 'two', ...stored });
  await canary(release, 10);
  await vi.waitFor(async () => expect(await canaryInForce()).toBe(true), PATIENCE);
  return release;
};
async function counted() {
  const counts = await place().registry.readCounts();
  const of = (wanted: string | undefined) =>
    counts.find(({ version, pattern }) => version === wanted && pattern !== '');
  return [of((await remote())?.canary?.release.version), of(one.version)];
}

const isBack = () => vi.waitFor(async () => expect((await remote())?.canary).toBeUndefined(), PATIENCE);

/** The server bundle of a tiny remote that runs `deed` in place of every nth rendering. */
const failing = (every: number, deed: string) => `
let count = 0;
exports.remote = {
  contract: 2,
  id: 'mf-tiny',
  routes: [{
    id: 'tiny',
    path: '/tiny',
    Component() {
      count += 1;
      if (count % ${every} === 0) ${deed};
      return 'two';
    },
  }],
};`;

test('a canary whose every tenth render fails is ended automatically once 50 pages are counted', async () => {
  const two = await startCanary({ server: failing(10, "throw new Error('kaputt')") });
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
  expect(await visitBoth(60)).toEqual(expect.arrayContaining([expect.stringContaining('two')]));
  const answers = await often(1_000, forged);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await visitBoth(60);
  await vi.waitFor(
    async () =>
      expect(await counted()).toMatchObject([
        { renders: 120, failures: 0 },
        { renders: 120, failures: 0 },
      ]),
    PATIENCE,
  );
  expect(await remote()).toEqual(before);
  expect((await place().registry.readCounts()).find(({ pattern }) => pattern === '')).toMatchObject({ reports: 1_000 });
  await place().registry.promote(two, by);
  await vi.waitFor(async () => expect(await visit(99)).toContain('two'), PATIENCE);
});

test('a canary that cannot be loaded is ended, while its visitors get the live version', async () => {
  await startCanary({ server: 'throw new Error("kaputt")' });
  const seen = await visitBoth(50);
  expect(seen.filter((page) => !page.includes('one'))).toEqual([]);
  await isBack();
  expect((await remote())?.history[0]?.reason).toMatch(/^went back by itself: at \/tiny 50 of 50 pages failed, /);
});

test('a canary that ends its worker is ended, and the live version is not blamed for its aborted pages', async () => {
  // An exception outside of any promise ends the process.
  await startCanary({ server: failing(12, "queueMicrotask(() => { throw new Error('kaputt'); })") });
  while ((await remote())?.canary) await Promise.all([visit(0), visit(99)]);
  expect((await remote())?.history[0]?.reason).toMatch(
    /^went back by itself: at \/tiny \d+ of \d+ pages failed, of \S+ beside it 0 of /,
  );
});

test('pages of a canary come from the cache once 50 were rendered, and hits are counted too', async () => {
  await startCanary({});
  const seen: (string | null)[] = [];
  for (let time = 0; time < 53; time += 1) seen.push((await ask(0)).headers.get('server-timing'));
  expect([seen.indexOf('cache;desc=hit'), new Set(seen.slice(50)).size]).toEqual([50, 1]);
  await vi.waitFor(async () => expect(await counted()).toMatchObject([{ renders: 53 }, undefined]), PATIENCE);
});

/** A cookie as any visitor gets it, who has none. */
async function honestCookie(): Promise<string> {
  const answer = await fetch(`${shell.url}/platform.json`);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const ROUTES = ['/tiny', '/tiny/more/:kind'];
const ONE_OF_TWO_PATTERNS_FAILS = `
const page = (path, Component) => ({ id: path, path, Component });
exports.remote = {
  contract: 2,
  id: 'mf-tiny',
  routes: [page('/tiny', () => 'two'), page('/tiny/more/:kind', () => { throw new Error('kaputt'); })],
};`;

test('a hundred cookies of one address count once for each pattern, and do not hide that one fails', async () => {
  await promote({ text: 'one', routes: ROUTES }, origin);
  await startCanary({ server: ONE_OF_TWO_PATTERNS_FAILS, routes: ROUTES });
  const cookies = await often(100, honestCookie);
  expect(new Set(cookies).size).toBeGreaterThan(30);
  const asIf = (cookie = '') => ({ headers: { cookie, 'x-forwarded-for': '203.0.113.9' } });
  for (const address of ['/tiny/more/x', '/tiny'])
    await often(100, (nth) => fetch(shell.url + address, asIf(cookies[nth])));
  const counts = () => place().registry.readCounts();
  await vi.waitFor(async () => expect((await counts()).length).toBe(4), PATIENCE);
  expect(Math.max(...(await counts()).map(({ renders }) => renders))).toBeLessThan(10);
  for (let time = 0; time < 50; time += 1) for (const bucket of [0, 99]) await visit(bucket, '/tiny/more/x');
  await isBack();
  expect((await remote())?.history[0]?.reason).toMatch(
    /^went back by itself: at \/tiny\/more\/:kind (\d+) of \1 pages failed, of \S+ beside it 0 of \d+; /,
  );
});

test('an address that is too long fails for nobody', async () => {
  await startCanary({});
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(0, `/tiny/${'!'.repeat(7_000)}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([414]));
  await visit(0);
  await vi.waitFor(
    async () => expect(await counted()).toMatchObject([{ renders: 1, failures: 0 }, undefined]),
    PATIENCE,
  );
});
