import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { complaintsOf } from './first-view.ts';
import { expect, test } from './fixtures.ts';
import { hydrate } from './hydrate.ts';
import { openAsStaff } from './sign-in.ts';

const OLD_NAME = 'KI-Lernplattform';
const NEW_NAME = 'Schule am See';
const MOST_PAGES = 100;

let url: string;
let editor: SupabaseClient;
let before: object;

// The tests of this file follow one story: each finds the site as the one before left it.
test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ own }) => {
  url = own.url;
  editor = await own.editor();
  const columns = 'name, claim, short_name, brand_color, accent_color, logo, locale, currency, language';
  before = (await editor.from('site').select(columns).single().throwOnError()).data;
});
test.afterAll(async () => {
  await change(before);
  await expect.poll(() => bodyOf('/')).toContain(`<title>${OLD_NAME}</title>`);
});

const bodyOf = async (address: string) => (await fetch(url + address)).text();

async function change(values: object): Promise<void> {
  await editor.from('site').update(values).neq('name', '').throwOnError();
}

/** The addresses of the sitemap, of feeds and of pages that it does not name. */
async function addressesToRead(): Promise<string[]> {
  const sitemap = [...(await bodyOf('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  const category = /href="(\/category\/[^"]+)"/.exec(await bodyOf('/'))?.[1] ?? '/';
  const others = ['/login', '/admin', '/suche?suche=KI', '/gibt-es-nicht', '/post/gibt-es-nicht', category];
  const files = ['/sitemap.xml', '/robots.txt', '/favicon.svg', '/favicon.ico', '/llms.txt', '/platform.json'];
  return [...new Set([...others, ...files, '/rss.xml', ...sitemap])].slice(0, MOST_PAGES);
}

test('Editor renames the site, and the next request of every kept page shows it', async ({ page }) => {
  test.setTimeout(300_000);
  const addresses = await addressesToRead();
  expect(addresses.length).toBeGreaterThan(40);
  for (const address of addresses) await bodyOf(address);
  expect(await bodyOf('/')).toContain(OLD_NAME);

  await openAsStaff(page, `${url}/admin/site`);
  await page.getByLabel('Site name').fill(NEW_NAME);
  await page.getByLabel('Claim').fill('Lernen am Wasser.');
  await page.getByLabel('Brand color').fill('#7d0a4f');
  await page.getByRole('button', { name: 'Update Site' }).click();
  await expect(page.getByText('The site is saved.')).toBeVisible();
  // This tab loads no document.
  const brand = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--c-brand'));
  await expect.poll(brand).toMatch(/^light-dark\(#7d0a4f,/);
  await expect(page.getByRole('link', { name: NEW_NAME })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(NEW_NAME));
  await expect.poll(() => bodyOf('/')).toContain(`<title>${NEW_NAME}</title>`);

  for (const address of addresses) expect.soft(await bodyOf(address), address).not.toContain(OLD_NAME);
  await page.reload();
  await expect(page.getByRole('link', { name: NEW_NAME })).toBeVisible();
});

const groundOf = (page: Page, role: 'banner' | 'contentinfo') =>
  page.getByRole(role).evaluate((element) => getComputedStyle(element).backgroundColor);

test('Reader sees the site’s colours before hydration, after it and in a dialog, and the light ones in print', async ({
  page,
}) => {
  await change({ brand_color: '#0a7d4f', accent_color: '#ffd27a' });
  await expect.poll(() => bodyOf('/')).toContain('html:root');
  await page.goto(url);
  const before = await groundOf(page, 'contentinfo');
  expect(before).not.toBe('rgb(22, 48, 127)');
  await hydrate(page);
  expect(await groundOf(page, 'contentinfo')).toBe(before);

  await page.getByRole('banner').getByRole('link', { name: 'COURSE MATRIX' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Workshop Program/ })).toBeVisible();
  expect(await groundOf(page, 'banner')).toBe(before);
  const linkColor = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const sample = element.appendChild(document.createElement('i'));
      sample.style.color = 'var(--c-link)';
      const { color } = getComputedStyle(sample);
      sample.remove();
      return color;
    });
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await linkColor('dialog')).toBe(await linkColor('html'));

  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await linkColor('dialog');
  expect(dark).toBe(await linkColor('html'));
  expect(dark).not.toBe('rgb(166, 186, 255)');
  expect(await groundOf(page, 'banner')).not.toBe(before);

  const printed = async (colorScheme: 'dark' | 'light') => {
    await page.emulateMedia({ colorScheme, media: 'print' });
    return page.evaluate(() => getComputedStyle(document.body).color);
  };
  expect(await printed('dark')).toBe(await printed('light'));

  // `palette.test.ts` has any two colours; here every text is seen with two that are hard to read.
  await change({ brand_color: '#ffff00', accent_color: '#ffffff' });
  await expect.poll(() => bodyOf('/')).not.toContain('#0a7d4f');
  await page.emulateMedia({ media: 'screen' });
  await page.goto(url);
  for (const look of LOOKS.slice(0, 2)) await expectAccessible(page, 'colours that are hard to read', look);
});

const LONG_NAME = 'Schweizerisches Forum für Weiterbildung und Digitalisierung';

test('Reader sees the short name where a long one does not fit; links have the full one', async ({ page }) => {
  await change({ name: LONG_NAME, short_name: 'Forum' });
  await expect.poll(() => bodyOf('/elemente')).toContain(LONG_NAME);
  for (const [width, shown] of [
    [390, 'Forum'],
    [900, LONG_NAME],
    [1440, 'Forum'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${url}/elemente`);
    const home = page.getByRole('banner').getByRole('link', { name: `${LONG_NAME}, Startseite` });
    await expect(home).toHaveText(shown, { useInnerText: true });
    const box = await home.boundingBox();
    expect(box?.height, `at ${width}: one line`).toBeLessThan(40);
    await hydrate(page);
    expect(await home.boundingBox()).toEqual(box);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page, 'long name');
  await change({ name: NEW_NAME, short_name: NEW_NAME });
});

const MALICIOUS = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" onload="document.documentElement.setAttribute('data-ran','')"><script>document.documentElement.setAttribute('data-ran','')</script><rect width="40" height="20" fill="#fff"/></svg>`;

test('Reader sees a logo that somebody stored with a script, and the script does not run', async ({ page }) => {
  await change({ logo: `data:image/svg+xml;base64,${Buffer.from(MALICIOUS).toString('base64')}` });
  await expect.poll(() => bodyOf('/')).toContain('/_site/logo-');
  await page.goto(url);
  const logo = page.getByRole('banner').locator('img');
  await expect(logo).toHaveJSProperty('complete', true);
  const drawn = await logo.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.width, image.height]);
  expect(drawn).toEqual([true, 64, 32]);
  expect(await page.locator('html[data-ran]').count()).toBe(0);

  const address = (await logo.getAttribute('src')) ?? '';
  const file = await page.goto(url + address);
  expect(file?.headers()).toMatchObject({
    'content-type': 'image/svg+xml',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  await expect(page.locator('svg rect')).toBeVisible();
  expect(await page.locator('svg[data-ran]').count()).toBe(0);
  expect((await fetch(`${url}/_site/logo-0000000000000000.svg`)).status).toBe(404);
});

test('Reader sees dates and prices in the formats of another locale, the same before and after hydration', async ({
  page,
}) => {
  await change({ locale: 'en-GB', currency: 'GBP', language: 'en' });
  await expect.poll(() => bodyOf('/course-matrix')).toContain('£');
  const complaints = await complaintsOf(page, ['error']);
  await page.goto(url);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await hydrate(page);
  await page.goto(`${url}/course-matrix`);
  const price = page.getByRole('main').getByText(/^£\d/).first();
  const text = await price.textContent();
  await hydrate(page);
  await expect(price).toHaveText(text ?? '');
  expect(complaints).toEqual([]);
});
