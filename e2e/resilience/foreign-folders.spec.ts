import { expect, test } from '@playwright/test';
import { integrityOf } from '../../shared/process/hash.ts';
import { changedDocuments } from './changed-documents.ts';
import { givenProbe, probesThatRan } from './given-probe.ts';
import { containerOf, saying } from './probe.ts';

const given = givenProbe();

const entryOf = (version: string) => containerOf(saying('Probe'), version);

test('Of an origin nothing runs but what lies in the folders of the releases that may', async ({ page }) => {
  const { platform, probe } = given;
  const elsewhere = ['other-bucket/3', '1', '2-next', '30'];
  const versions = [...elsewhere, '2', '3'];
  for (const version of versions) probe.publish(version, { module: saying('Probe'), entry: entryOf(version) });
  await probe.promote('3', '2');

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
  await expect.poll(() => probesThatRan(page)).toEqual(['2', '3']);
  await expect.poll(() => refused).toEqual(elsewhere.map(addressOf));
  changed.close();
});
