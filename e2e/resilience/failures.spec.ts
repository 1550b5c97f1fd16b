import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test as shared } from '../platform/fixtures.ts';
import { moduleOf, type Probe, probesThatRan, saying } from './probe.ts';

type Code = Partial<Parameters<Probe['publish']>[1]>;
type Faults = Parameters<Probe['fault']>[1];

interface Live {
  readonly good: string;
  readonly bad: string;
  /** The page of the probe. */
  readonly address: string;
}

let count = 0;

const test = shared.extend<{
  /** Makes a version with this code and these faults live after a good one. Each test has versions of its own. */
  readonly givenLive: (code: Code, faults?: Faults) => Promise<Live>;
  readonly logged: (words: string) => readonly string[];
  /** The `/readyz` response of the shell, which checks once a second. */
  readonly readiness: () => Promise<unknown>;
}>({
  givenLive: ({ own, probe }, use) =>
    use(async (code, faults = {}) => {
      count += 1;
      const [good, bad] = [`${count}.0-good`, `${count}.1-bad`];
      probe.publish(good, { module: saying(`Probe ${good}`) });
      probe.publish(bad, { module: saying(`Probe ${bad}`), ...code });
      probe.fault(bad, faults);
      await probe.promote(bad, good);
      return { good, bad, address: `${own.url}/probe` };
    }),
  logged: ({ own }, use) =>
    use((words) =>
      own
        .log()
        .split('\n')
        .filter((line) => line.includes(words)),
    ),
  readiness: ({ own, request }, use) => use(async () => (await request.get(`${own.url}/readyz`)).json()),
});

const problem = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Dieser Bereich ist gerade nicht erreichbar.' });
const main = (page: Page) => page.getByRole('main');
const textOf = async (request: APIRequestContext, address: string) => (await request.get(address)).text();

/** Console errors about HTML that server and browser did not render alike. */
function hydrationErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => /hydrat|#418/i.test(message.text()) && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

async function expectFallbackRelease(page: Page, { address, good }: Live): Promise<void> {
  const errors = hydrationErrors(page);
  const response = await page.goto(address);
  expect(response?.status()).toBe(200);
  expect(await response?.text()).toContain(`Probe ${good}`);
  await expect.poll(() => probesThatRan(page)).toEqual([good]);
  await expect(main(page)).toHaveText(`Probe ${good}`);
  expect(errors).toEqual([]);
}

for (const [what, code, fault, phase] of [
  ['has a server bundle with a wrong hash', {}, { server: { body: 'exports.remote = {};' } }, 'server'],
  ['is garbage', { server: '<!doctype html>' }, null, 'server'],
  ['is slow', {}, { server: { delayMs: 6_000 } }, 'server'],
  ['is of a generation without a runtime', { contract: 3 }, null, 'contract'],
] as const) {
  test(`Reader gets the fallback release on server and browser alike while the live one ${what}`, async ({
    page,
    probe,
    givenLive,
    logged,
    readiness,
  }) => {
    const live = await givenLive(code, fault ?? {});
    const { good, bad, address } = live;
    await expectFallbackRelease(page, live);
    await expect.poll(readiness).toMatchObject({ fallbackReleases: { 'mf-probe': { live: bad, serves: good } } });
    await expect.poll(() => logged(`mf-probe@${bad} failed, phase ${phase}, seen by the server`)).toHaveLength(1);
    if (!fault) return;
    probe.fault(bad, {});
    await expect.poll(() => textOf(page.request, address), { timeout: 30_000 }).toContain(`Probe ${bad}`);
    await expect.poll(readiness).not.toHaveProperty('fallbackReleases');
  });
}

for (const [what, code, fault] of [
  ['has a wrong hash', {}, { entry: { body: 'globalThis.probesThatRan = ["evil"];' } }],
  ['is garbage', { entry: '<!doctype html>' }, {}],
] as const) {
  test(`Reader's browser runs the fallback release when the entry of the live one ${what}, and the next reader gets it at once`, async ({
    page,
    givenLive,
    logged,
  }) => {
    const live = await givenLive(code, fault);
    const { good, bad, address } = live;
    const errors = hydrationErrors(page);
    const response = await page.goto(address);
    expect(await response?.text()).toContain(`Probe ${bad}`);
    await expect(main(page)).toHaveText(`Probe ${good}`);
    expect(await probesThatRan(page)).toEqual([good]);
    expect(errors.filter((error) => !error.includes('Unexpected token'))).toEqual([]);
    await expect.poll(() => logged(`mf-probe@${bad} failed, phase entry, seen by the browser`)).toHaveLength(1);
    await expect.poll(() => textOf(page.request, address)).toContain(`Probe ${good}`);
    await expectFallbackRelease(page, live);
  });
}

test('Reader can read while an entry takes longer than four seconds, and then gets the fallback release', async ({
  page,
  givenLive,
}) => {
  const { good, bad, address } = await givenLive({}, { entry: { delayMs: 60_000 } });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(main(page)).toHaveText(`Probe ${bad}`);
  await expect(main(page)).toHaveText(`Probe ${good}`, { timeout: 30_000 });
  expect(await probesThatRan(page)).toEqual([good]);
});

for (const [what, route] of [
  ['component', `Component() { throw new Error('oh'); }`],
  ['loader', `loader() { throw new Error('oh'); }, Component: () => ''`],
] as const) {
  test(`Reader keeps header, footer and all other pages when a ${what} throws`, async ({ page, givenLive, logged }) => {
    const { bad, address } = await givenLive({ module: moduleOf(route) });
    expect((await page.goto(address))?.status()).toBe(500);
    await expect(problem(page)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect.poll(() => logged(`mf-probe@${bad} failed, phase render`)).toHaveLength(1);
    await page.getByRole('banner').getByRole('link', { name: 'ELEMENTE/KI' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Elemente/KI' })).toBeVisible();
  });
}

// `worker-pool.test.ts` has every other way in which code ends its worker.
test('Reader gets every other page, cached or not, while a remote never comes to an end', async ({
  own,
  givenLive,
}) => {
  const get = (path: string) => fetch(own.url + path);
  await givenLive({ module: moduleOf(`loader: async () => { for (;;); }, Component: () => 'Probe'`) });
  // This request caches the page for the new release set, which is part of its cache key.
  const kept = await (await get('/suche')).text();
  const failing = get('/probe');

  const again = await get('/suche');
  expect(again.status).toBe(200);
  expect((await again.text()).length).toBeGreaterThan(kept.length / 2);
  const failed = await failing;
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1']);
  await expect.poll(async () => (await get('/suche?suche=neu')).status).toBe(200);
  expect((await get('/healthz')).status).toBe(200);
});
