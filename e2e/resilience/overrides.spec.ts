import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { expect, test as shared } from '../platform/fixtures.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { containerOf, saying } from './probe.ts';

const test = shared.extend<{ readonly origin: string }>({
  /** Stands for a developer's machine: it serves an entry without a hash, and no server bundle. */
  origin: async ({ page: _ }, use) => {
    const developer = createServer((request, response) => {
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
      if (request.url !== '/remoteEntry.js') response.writeHead(404, headers).end();
      else response.writeHead(200, headers).end(containerOf(saying('In Arbeit'), 'override'));
    });
    await new Promise<void>((resolve) => developer.listen(0, '127.0.0.1', resolve));
    await use(`http://127.0.0.1:${(developer.address() as AddressInfo).port}`);
    developer.close();
  },
});

/** The probe's page is a text without a heading. */
const NO_HEADING = ['page-has-heading-one'];

const panel = (page: Page) => page.getByRole('dialog', { name: 'Overrides' });
const banner = (page: Page) => page.getByRole('region', { name: 'Override' });
const main = (page: Page) => page.getByRole('main');

async function override(page: Page, platform: string, address: string): Promise<void> {
  await page.goto(`${platform}/probe?overrides`);
  await panel(page).getByLabel('Remote').selectOption('mf-probe');
  await panel(page).getByLabel('Origin').fill(address);
  await panel(page).getByRole('button', { name: 'Run from there' }).click();
}

test('Developer, not a visitor, sees a remote of the own machine inside the platform, alone, until the override is ended', {
  tag: '@smoke',
}, async ({ page, browser, own, probe, origin }) => {
  probe.publish('o1', { module: saying('Veröffentlicht') });
  await probe.promote('o1');
  await override(page, own.url, origin);
  await expect(panel(page)).toContainText('Only staff may use overrides here. Sign in first.');
  await openAsStaff(page, `${own.url}/admin`);
  await override(page, own.url, 'http://127.0.0.1:9');
  await expect(page.getByRole('alert')).toContainText('Dieser Bereich ist gerade nicht erreichbar.');
  await expect(banner(page)).toBeVisible();
  await override(page, own.url, origin);
  await expect(banner(page)).toContainText(`Override is on: mf-probe from ${origin}`);
  await expect(main(page)).toHaveText('In Arbeit');
  for (const look of LOOKS.slice(0, 2)) await expectAccessible(page, 'banner', look, NO_HEADING);
  await banner(page).getByRole('button', { name: 'Change' }).click();
  for (const look of LOOKS.slice(0, 2)) await expectAccessible(page, 'panel', look, NO_HEADING);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  expect(new URL(page.url()).search).toBe('');

  const seesOwn = async () => {
    const answer = await page.request.get(`${own.url}/probe`);
    expect(answer.headers()['cache-control']).toBe('private, no-cache');
    expect(answer.headers()['content-security-policy']).toContain(origin);
    expect(await answer.text()).not.toContain('Veröffentlicht');
  };
  await seesOwn();

  const visitor = await browser.newPage();
  const response = await visitor.goto(`${own.url}/probe`);
  expect(response?.headers()['content-security-policy']).not.toContain(origin);
  await expect(main(visitor)).toHaveText('Veröffentlicht');
  await expect(banner(visitor)).toBeHidden();
  await visitor.close();
  // The page without the override is in the page cache now.
  await seesOwn();

  await page.goto(own.url);
  await expect(banner(page)).toBeVisible();
  await banner(page).getByRole('button', { name: 'End override' }).click();
  await expect(banner(page)).toBeHidden();
  await page.goto(`${own.url}/probe`);
  await expect(main(page)).toHaveText('Veröffentlicht');
});
