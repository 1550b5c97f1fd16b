import type { Page } from '@playwright/test';
import { rounds } from '../../shared/testing/rounds.ts';
import { expect, test } from '../platform/fixtures.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { freeTexts, type HostileAddresses, writeHostileRows } from './hostile-rows.ts';
import { scriptPayloads } from './script-payloads.ts';

/** The number of portions of the payloads: each fills one record of every kind, all of whose pages are opened. */
const PORTIONS = rounds({ short: 4, long: 20 });

let own: OwnPlatform;
const addresses: HostileAddresses[] = [];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = await startOwnPlatform();
  const { database } = own.backend;
  const name = JSON.stringify({ display_name: scriptPayloads.join(' ') });
  await database.query(`update auth.users set raw_user_meta_data = $1::jsonb where email = 'admin@example.com'`, [
    name,
  ]);
  const written = new Set<string>();
  const size = Math.ceil(scriptPayloads.length / PORTIONS);
  for (let number = 0; number < PORTIONS; number += 1) {
    const portion = scriptPayloads.slice(number * size, (number + 1) * size);
    const { written: rows, ...where } = await writeHostileRows(own.backend, portion, number);
    for (const [table, columns] of rows) for (const column of columns) written.add(`${table}.${column}`);
    addresses.push(where);
  }
  expect(scriptPayloads.length).toBeGreaterThanOrEqual(200);
  expect((await freeTexts(own.backend)).filter((name) => !written.has(name))).toEqual([]);
});
test.afterAll(() => own?.stop());

/** Collects the signs of a script that ran or was stopped, and aborts all requests to other hosts. */
async function watch(page: Page): Promise<string[]> {
  const signs: string[] = [];
  page.on('dialog', (dialog) => {
    signs.push(`dialog ${dialog.message()} at ${page.url()}`);
    void dialog.dismiss();
  });
  await page.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => {
      signs.push(`request for ${route.request().url()} at ${page.url()}`);
      return route.abort();
    },
  );
  await page.exposeFunction('reportViolation', (what: string) => signs.push(`${what} at ${page.url()}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      Reflect.get(window, 'reportViolation')(`${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return signs;
}

/** Elements that a text would have created if it had been parsed as markup. */
const FOREIGN_ELEMENTS = [
  'main iframe:not([src^="https://www.youtube-nocookie.com/embed/"])',
  'main object, main embed, main base, main meta, main style, main link[href*="evil"]',
  '[src*="evil.example"], [data-evil], body [onerror], body [onload], body [onclick], body [onfocus], body [ontoggle]',
  'a[href^="javascript" i], a[href^="data:" i], form[action^="javascript" i]',
].join(', ');

/** The text of a page, with the values of its fields. */
const shown = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [main, ...main.querySelectorAll('input, textarea')].map((one) => ('value' in one ? one.value : one.textContent)),
    );

async function look(page: Page, path: string): Promise<void> {
  await page.goto(own.url + path, { waitUntil: 'load' });
  await expect.poll(async () => (await shown(page)).join('\n'), path).toContain('alert(1)');
  await expect(page.locator(FOREIGN_ELEMENTS), path).toHaveCount(0);
}

test('A script in a text is noticed, and Trusted Types stop it', async ({ page }) => {
  const signs = await watch(page);
  await page.goto(own.url);
  const thrown = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
      return '';
    } catch (error) {
      return String(error);
    }
  });
  expect(thrown).toContain('TrustedHTML');
  await page.evaluate(() => fetch('https://evil.example/').catch(() => undefined));
  await expect.poll(() => signs.join(' ')).toMatch(/require-trusted-types-for.*connect-src/);
});

test('Reader is safe from what any record holds, on every page that shows it', async ({ page }) => {
  test.setTimeout(rounds({ short: 180_000, long: 1_800_000 }));
  const signs = await watch(page);
  const lists = ['/', '/workshops', '/online-courses', '/course-matrix', '/suche?suche=alert'];
  for (const path of [...lists, ...addresses.flatMap(({ open }) => open)]) await look(page, path);
  expect(signs).toEqual([]);
});

test('Staff are safe from what any record holds, on every page that shows it', async ({ page }) => {
  test.setTimeout(rounds({ short: 180_000, long: 1_800_000 }));
  const signs = await watch(page);
  await openAsStaff(page, `${own.url}/admin`);
  const lists = ['workflows', 'prompts', 'workshops', 'courses', 'ads', 'trash'].map((name) => `/admin/${name}`);
  const records = addresses.flatMap(({ staff }) => staff);
  for (const path of ['/admin', ...lists, ...records]) await look(page, path);
  expect(signs).toEqual([]);
});
