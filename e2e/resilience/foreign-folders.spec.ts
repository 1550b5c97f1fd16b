import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { integrityOf } from '../../shared/process/hash.ts';
import { givenProbe, probesThatRan } from './given-probe.ts';
import { containerOf, saying } from './probe.ts';

const given = givenProbe();

const entryOf = (version: string) => containerOf(saying('Probe'), version);

/** Serves a page of the platform with its policy, and scripts in it that are not its own. */
async function pageWith(scripts: string, url: string) {
  const page = await fetch(url);
  const names = ['content-type', 'content-security-policy', 'integrity-policy'];
  const headers = Object.fromEntries(names.map((name) => [name, page.headers.get(name) ?? '']));
  const html = (await page.text()).replace('</head>', `${scripts}</head>`);
  const server = createServer((_request, response) => response.writeHead(200, headers).end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

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
  const changed = await pageWith(scripts.join(''), `${platform.url}/elemente`);
  await page.goto(changed.url);
  await expect.poll(() => probesThatRan(page)).toEqual(['2', '3']);
  await expect.poll(() => refused).toEqual(elsewhere.map(addressOf));
  changed.close();
});
