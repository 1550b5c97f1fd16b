import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { test } from '../platform/shared-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { givenProbe } from './given-probe.ts';
import { containerOf, saying } from './probe.ts';

const given = givenProbe();
/** Stands for a developer's machine: it serves an entry without a hash, and no server bundle. */
let developer: Server;
let origin: string;
test.beforeAll(async () => {
  given.probe.publish('o1', { module: saying('Veröffentlicht') });
  await given.probe.promote('o1');
  developer = createServer((request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' };
    if (request.url !== '/remoteEntry.js') response.writeHead(404, headers).end();
    else response.writeHead(200, headers).end(containerOf(saying('In Arbeit'), 'override'));
  });
  await new Promise<void>((resolve) => developer.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(developer.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  developer.close();
});

/** The probe's page is a text without a heading. */
const NO_HEADING = ['page-has-heading-one'];

const panel = (page: Page) => page.getByRole('dialog', { name: 'Overrides' });
const banner = (page: Page) => page.getByRole('region', { name: 'Override' });
const main = (page: Page) => page.getByRole('main');

async function override(page: Page, address: string): Promise<void> {
  await page.goto(`${given.platform.url}/probe?overrides`);
  await panel(page).getByLabel('Remote').selectOption('mf-probe');
  await panel(page).getByLabel('Origin').fill(address);
  await panel(page).getByRole('button', { name: 'Run from there' }).click();
}

test('Developer, not a visitor, sees a remote of the own machine inside the platform, alone, until the override is ended', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  await override(page, origin);
  await expect(panel(page)).toContainText('Only staff may use overrides here. Sign in first.');
  await openAsStaff(page, `${given.platform.url}/admin`);
  await override(page, origin);
  await expect(banner(page)).toContainText(`Override is on: mf-probe from ${origin}`);
  await expect(main(page)).toHaveText('In Arbeit');
  for (const look of LOOKS.slice(0, 2)) await expectAccessible(page, 'banner', look, NO_HEADING);
  await banner(page).getByRole('button', { name: 'Change' }).click();
  for (const look of LOOKS.slice(0, 2)) await expectAccessible(page, 'panel', look, NO_HEADING);
  await panel(page).getByRole('button', { name: 'Close' }).click();
  expect(new URL(page.url()).search).toBe('');

  const seesOwn = async () => {
    const own = await page.request.get(`${given.platform.url}/probe`);
    expect(own.headers()['cache-control']).toBe('private, no-cache');
    expect(own.headers()['content-security-policy']).toContain(origin);
    expect(await own.text()).not.toContain('Veröffentlicht');
  };
  await seesOwn();

  const visitor = await browser.newPage();
  const response = await visitor.goto(`${given.platform.url}/probe`);
  expect(response?.headers()['content-security-policy']).not.toContain(origin);
  await expect(main(visitor)).toHaveText('Veröffentlicht');
  await expect(banner(visitor)).toBeHidden();
  await visitor.close();
  // The page without the override is in the page cache now.
  await seesOwn();

  await page.goto(given.platform.url);
  await expect(banner(page)).toBeVisible();
  await banner(page).getByRole('button', { name: 'End override' }).click();
  await expect(banner(page)).toBeHidden();
  await page.goto(`${given.platform.url}/probe`);
  await expect(main(page)).toHaveText('Veröffentlicht');
});

test('Developer sees which origins may run code, and that a development server does not respond', async ({ page }) => {
  await openAsStaff(page, `${given.platform.url}/admin`);
  await override(page, 'https://example.org');
  await expect(panel(page)).toContainText('https://example.org is not allowed');
  await panel(page).getByLabel('Origin').fill('http://127.0.0.1:9');
  await panel(page).getByRole('button', { name: 'Run from there' }).click();
  await expect(page.getByRole('alert')).toContainText('Dieser Bereich ist gerade nicht erreichbar.');
  await expect(banner(page)).toBeVisible();
});
