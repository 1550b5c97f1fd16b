import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { test } from '../platform/shared-platform.ts';
import { givenProbe, probesThatRan } from './given-probe.ts';
import { type Probe, saying } from './probe.ts';

const given = givenProbe();

const problem = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Dieser Bereich ist gerade nicht erreichbar.' });
const logged = (words: string) =>
  given.platform
    .log()
    .split('\n')
    .filter((line) => line.includes(words));

/** The `/readyz` response of the shell, which checks once a second. */
const readiness = async (request: APIRequestContext): Promise<unknown> =>
  (await request.get(`${given.platform.url}/readyz`)).json();

/** Console errors about HTML that server and browser did not render alike. */
function hydrationErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => /hydrat|#418/i.test(message.text()) && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

type Code = Partial<Parameters<Probe['publish']>[1]>;
type Faults = Parameters<Probe['fault']>[1];

let count = 0;
/** Makes a version with this code and these faults live after a good one. Each test has versions of its own. */
async function givenLive(code: Code, faults: Faults = {}) {
  count += 1;
  const [good, bad] = [`${count}.0-good`, `${count}.1-bad`];
  given.probe.publish(good, { module: saying(`Probe ${good}`) });
  given.probe.publish(bad, { module: saying(`Probe ${bad}`), ...code });
  given.probe.fault(bad, faults);
  await given.probe.promote(bad, good);
  return { good, bad };
}

async function expectFallbackRelease(page: Page, good: string): Promise<void> {
  const errors = hydrationErrors(page);
  const response = await page.goto(`${given.platform.url}/probe`);
  expect(response?.status()).toBe(200);
  expect(await response?.text()).toContain(`Probe ${good}`);
  await expect.poll(() => probesThatRan(page)).toEqual([good]);
  await expect(page.getByRole('main')).toHaveText(`Probe ${good}`);
  expect(errors).toEqual([]);
}

for (const [what, code, fault, phase] of [
  ['has a server bundle with a wrong hash', {}, { server: { body: 'exports.remote = {};' } }, 'server'],
  ['is garbage', { server: '<!doctype html>' }, {}, 'server'],
  ['is slow', {}, { server: { delayMs: 6_000 } }, 'server'],
  [
    'states another generation than its code',
    { module: saying('Probe').replace('contract: 2', 'contract: 3') },
    {},
    'contract',
  ],
  ['is of a generation without a runtime', { contract: 3 }, {}, 'contract'],
] as const) {
  test(`Reader gets the fallback release on server and browser alike when the live one ${what}`, async ({ page }) => {
    const { good, bad } = await givenLive(code, fault);
    await expectFallbackRelease(page, good);

    await expect
      .poll(() => readiness(page.request))
      .toMatchObject({ fallbackReleases: { 'mf-probe': { live: bad, serves: good } } });
    await expect.poll(() => logged(`mf-probe@${bad} failed, phase ${phase}, seen by the server`)).toHaveLength(1);
  });
}

test('A version that works again is served again, without a restart', async ({ request }) => {
  const { good, bad } = await givenLive({}, { server: { status: 503 } });
  expect(await (await request.get(`${given.platform.url}/probe`)).text()).toContain(`Probe ${good}`);
  given.probe.fault(bad, {});
  await expect
    .poll(async () => (await request.get(`${given.platform.url}/probe`)).text(), { timeout: 30_000 })
    .toContain(`Probe ${bad}`);
  await expect.poll(() => readiness(request)).not.toHaveProperty('fallbackReleases');
});

for (const [what, code, fault] of [
  ['has a wrong hash', {}, { entry: { body: 'globalThis.probesThatRan = ["evil"];' } }],
  ['is garbage', { entry: '<!doctype html>' }, {}],
] as const) {
  test(`Reader's browser runs the fallback release when the entry of the live one ${what}`, async ({ page }) => {
    const { good, bad } = await givenLive(code, fault);
    const errors = hydrationErrors(page);
    const response = await page.goto(`${given.platform.url}/probe`);
    expect(await response?.text()).toContain(`Probe ${bad}`);
    await expect(page.getByRole('main')).toHaveText(`Probe ${good}`);
    expect(await probesThatRan(page)).toEqual([good]);
    expect(errors.filter((error) => !error.includes('Unexpected token'))).toEqual([]);
    await expect.poll(() => logged(`mf-probe@${bad} failed, phase entry, seen by the browser`)).toHaveLength(1);
  });
}

test('After the first failure of an entry with a wrong hash, the next reader gets one version from the start', async ({
  page,
}) => {
  const { good } = await givenLive({}, { entry: { status: 404 } });
  await page.goto(`${given.platform.url}/probe`);
  await expect(page.getByRole('main')).toHaveText(`Probe ${good}`);
  await expect
    .poll(async () => (await page.request.get(`${given.platform.url}/probe`)).text())
    .toContain(`Probe ${good}`);
  await expectFallbackRelease(page, good);
});

test('Reader can read while an entry takes longer than four seconds, and then gets the fallback release', async ({
  page,
}) => {
  const { good, bad } = await givenLive({}, { entry: { delayMs: 60_000 } });
  await page.goto(`${given.platform.url}/probe`, { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toHaveText(`Probe ${bad}`);
  await expect(page.getByRole('main')).toHaveText(`Probe ${good}`, { timeout: 30_000 });
  expect(await probesThatRan(page)).toEqual([good]);
});

for (const [what, module] of [
  [
    'component',
    `{ ...${saying('')}, routes: [{ id: 'probe', path: '/probe', Component() { throw new Error('oh'); } }] }`,
  ],
  [
    'loader',
    `{ ...${saying('')}, routes: [{ id: 'probe', path: '/probe', loader() { throw new Error('oh'); }, Component: () => '' }] }`,
  ],
] as const) {
  test(`Reader keeps header, footer and all other pages when a ${what} throws`, async ({ page }) => {
    const { bad } = await givenLive({ module });
    expect((await page.goto(`${given.platform.url}/probe`))?.status()).toBe(500);
    await expect(problem(page)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect.poll(() => logged(`mf-probe@${bad} failed, phase render`)).toHaveLength(1);
    await page.getByRole('banner').getByRole('link', { name: 'ELEMENTE/KI' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Elemente/KI' })).toBeVisible();
  });
}
