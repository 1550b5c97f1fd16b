import { expect, test } from '@playwright/test';
import { changedDocuments } from './changed-documents.ts';
import { givenProbe, probesThatRan, stranded } from './given-probe.ts';
import { lazilyLoading, saying } from './probe.ts';

const given = givenProbe();

for (const [what, pattern, instead] of [
  ['no hash', /"integrity":"sha384-[^"]+",("manifest":"[^"]+\/1\/)/, '$1'],
  ['an empty hash', /"integrity":"sha384-[^"]+",("manifest":"[^"]+\/1\/)/, '"integrity":"",$1'],
] as const) {
  test(`An entry does not run in a page that states ${what} for it`, async ({ page }) => {
    given.probe.publish('1', { module: saying('Probe 1') });
    await given.probe.promote('1');
    const changed = await changedDocuments(given.platform.url, (html) => html.replace(pattern, instead));
    const document = await page.goto(`${changed.url}/probe`);
    expect(await document?.text()).not.toMatch(pattern);
    await expect(stranded(page)).toBeVisible();
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
  await expect(stranded(page)).toBeVisible();
  expect(await probesThatRan(page)).toEqual(['2']);
});
