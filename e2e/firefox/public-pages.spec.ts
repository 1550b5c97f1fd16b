import type { Page } from '@playwright/test';
import { violationsOf } from '../accessibility.ts';
import { complaintsOf } from '../platform/first-view.ts';
import { expect, test } from '../platform/fixtures.ts';
import { hydrate, hydrated, openBeforeHydration } from '../platform/hydrate.ts';
import type { PublicPage } from '../platform/public-pages.ts';

test.skip(!process.env.E2E_FIREFOX, 'Firefox is not installed');

const pathOf = (pages: readonly PublicPage[], kind: string) => pages.find((page) => page.kind === kind)?.path ?? '';
const follow = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).click();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }));
const isMarked = (page: Page) => page.evaluate(() => 'sameDocument' in window);

test('Reader meets no barrier, error or refusal on any public page, before it is hydrated and after', async ({
  page,
  publicPages,
  templates,
}) => {
  test.setTimeout(240_000);
  const complaints = await complaintsOf(page, ['error']);
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  for (const { kind, path, content, status, hydrates: when } of publicPages) {
    await test.step(kind, async () => {
      scripts.length = 0;
      const response = await page.goto(path);
      expect(response?.status()).toBe(status);
      expect(await response?.text()).toContain(content);
      await expect(heading(page)).toBeVisible();
      if (when === 'used') {
        const early = kind === 'matrix' ? [expect.stringContaining('/pre-hydration/')] : [];
        expect(scripts).toEqual([expect.stringContaining('/hydration-loader/'), ...early]);
      }
      await hydrate(page);
      // axe in Firefox takes a second for each page: those with templates of their own are enough.
      if (templates.some((one) => one.kind === kind)) expect(await violationsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  }
});

test('Reader keeps what was typed before the matrix was hydrated, and it filters', async ({ page, publicPages }) => {
  const release = await openBeforeHydration(page, pathOf(publicPages, 'matrix'));
  const field = page.getByLabel('Search workshop titles...', { exact: true });
  await field.pressSequentially('rompt');
  await field.press('Home');
  await field.pressSequentially('P');
  await expect(page.locator('html[data-hydrating]')).toBeAttached();
  release();
  await hydrated(page);
  await expect.poll(() => new URL(page.url()).searchParams.get('suche')).toBe('Prompt');
  await expect(field).toHaveValue('Prompt');
  await page.keyboard.type('!');
  await expect(field).toHaveValue('P!rompt');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('Reader can press the menu button before the page is hydrated, and follow a link of the menu', async ({
    page,
  }) => {
    const release = await openBeforeHydration(page, '/');
    const menu = page.getByRole('button', { name: 'Menü' });
    await menu.click();
    release();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await follow(page, 'ONLINE COURSES');
    await expect(page).toHaveURL('/online-courses');
    await expect(page.getByRole('navigation', { name: 'Hauptnavigation' })).toBeHidden();
  });
});

test('Reader moves on before the page is hydrated and after, and back', async ({ page }) => {
  await page.goto('/');
  await mark(page);
  await follow(page, 'COURSE MATRIX');
  await expect(heading(page)).toHaveText(/Workshop Program/);
  expect(await isMarked(page)).toBe(false);
  await hydrate(page);
  await mark(page);
  await follow(page, 'ELEMENTE/KI');
  await expect(heading(page)).toHaveText('Elemente/KI');
  expect(await isMarked(page)).toBe(true);
  await page.goBack();
  await expect(heading(page)).toHaveText(/Workshop Program/);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Read more' })).toBeVisible();
});

test('Reader can read and close a dialog by its address before the page is hydrated, and after', async ({
  page,
  publicPages,
}) => {
  const path = pathOf(publicPages, 'workshop');
  const dialog = page.getByRole('dialog');
  const release = await openBeforeHydration(page, path);
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible();
  await dialog.getByRole('button', { name: 'Schliessen' }).click();
  await expect(dialog).toBeHidden();
  release();
  await hydrated(page);
  await expect(page).toHaveURL(new URL(path, page.url()).pathname);
  await expect(dialog).toBeHidden();

  await page.goto(path);
  await hydrated(page);
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new URL(path, page.url()).pathname);
});
