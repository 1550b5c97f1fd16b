import { expect } from '@playwright/test';
import { integrityOf } from '../../shared/process/hash.ts';
import { test } from '../platform/shared-platform.ts';
import { changedDocuments } from './changed-documents.ts';
import { failedHydration, givenProbe, probesThatRan } from './given-probe.ts';
import { containerOf, lazilyLoading, saying } from './probe.ts';

const given = givenProbe();

for (const [what, pattern, instead] of [
  ['no hash', /"integrity":"sha384-[^"]+",("routes":\["\/probe)/, '$1'],
  ['an empty hash', /"integrity":"sha384-[^"]+",("routes":\["\/probe)/, '"integrity":"",$1'],
] as const) {
  test(`An entry does not run in a page that states ${what} for it`, async ({ page }) => {
    given.probe.publish('1', { module: saying('Probe 1') });
    await given.probe.promote('1');
    const changed = await changedDocuments(given.platform.url, (html) => html.replace(pattern, instead));
    const document = await page.goto(`${changed.url}/probe`);
    expect(await document?.text()).not.toMatch(pattern);
    await expect(failedHydration(page)).toBeVisible();
    expect(await probesThatRan(page)).toEqual([]);
    changed.close();
  });
}

test('An entry runs in a page that states its hash, from whatever server the page came', async ({ page }) => {
  given.probe.publish('1', { module: saying('Probe 1') });
  await given.probe.promote('1');
  const same = await changedDocuments(given.platform.url, (html) => html);
  await page.goto(`${same.url}/probe`);
  await expect.poll(() => probesThatRan(page)).toEqual(['1']);
  same.close();
});

test('A chunk does not run when the code that asks for it states no hash', async ({ page }) => {
  const chunk = 'globalThis.probesThatRan.push("chunk"); globalThis.ProbePage = () => "Probe 2, lebendig";';
  given.probe.publish('2', {
    module: saying('Probe 2'),
    browserModule: lazilyLoading(given.probe.chunkAddress('2'), ''),
    chunk,
  });
  await given.probe.promote('2');
  await page.goto(`${given.platform.url}/probe`);
  await expect(failedHydration(page)).toBeVisible();
  expect(await probesThatRan(page)).toEqual(['2']);
});

const entryOf = (version: string) => containerOf(saying('Probe'), version);

test('Code of an origin runs from the folder of the live version only', async ({ page }) => {
  const { platform, probe } = given;
  const elsewhere = ['other-bucket/5', '3', '4', '5-next', '50'];
  const versions = [...elsewhere, '5'];
  for (const version of versions) probe.publish(version, { module: saying('Probe'), entry: entryOf(version) });
  await probe.promote('5', '4');

  const refused: string[] = [];
  await page.exposeFunction('reportRefusal', (address: string) => refused.push(address));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
      Reflect.get(window, 'reportRefusal')(blockedURI),
    );
  });
  const addressOf = (version: string) => `${probe.origin}/${version}/web/remoteEntry.js`;
  const scripts = versions.map(
    (version) =>
      `<script defer src="${addressOf(version)}" integrity="${integrityOf(entryOf(version))}" crossorigin></script>`,
  );
  const changed = await changedDocuments(platform.url, (html) => html.replace('</head>', `${scripts.join('')}</head>`));
  await page.goto(`${changed.url}/elemente`);
  await expect.poll(() => probesThatRan(page)).toEqual(['5']);
  await expect.poll(() => refused).toEqual(elsewhere.map(addressOf));
  changed.close();
});
