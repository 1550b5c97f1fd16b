import { expect, type Page, test } from '@playwright/test';
import { openAsStaff } from './sign-in.ts';

const LINKS = ['HOME', 'WORKSHOPS', 'ONLINE COURSES', 'COURSE MATRIX', 'ELEMENTE/KI', 'CHATGPT LERNZIELE/KI'];

const header = (page: Page) => page.getByRole('banner');
const background = (page: Page) => header(page).evaluate((element) => getComputedStyle(element).backgroundColor);

test('Reader with a keyboard skips the header', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/elemente');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('Editor finds links and search of the header in one row', async ({ page }) => {
  await openAsStaff(page, '/workshops');
  for (const width of [1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/workshops');
    const link = await header(page).getByRole('link', { name: 'ADMIN' }).boundingBox();
    const search = await header(page).getByRole('button', { name: 'Suche' }).boundingBox();
    const home = await header(page).getByRole('link', { name: 'HOME' }).boundingBox();
    expect(link?.y, `at ${width}`).toBe(home?.y);
    expect(search?.y, `at ${width}`).toBeLessThan((link?.y ?? 0) + (link?.height ?? 0));
  }
});

test('On the home page the header is transparent over the hero, elsewhere solid blue', async ({ page }) => {
  await page.goto('/');
  expect(await background(page)).toBe('rgba(0, 0, 0, 0)');
  await page.goto('/elemente');
  const [red, green, blue] = ((await background(page)).match(/\d+/g) ?? []).map(Number);
  expect(blue).toBeGreaterThan(Math.max(red ?? 255, green ?? 255));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('Reader opens the menu, follows a link, and the menu closes', async ({ page }) => {
    await page.goto('/');
    const toggle = header(page).getByRole('button', { name: 'Menü' });
    const navigation = header(page).getByRole('navigation');
    await expect(navigation).toBeHidden();
    await expect(header(page).getByRole('link', { name: 'ADMIN' })).toHaveCount(0);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(navigation.getByRole('link')).toHaveText(LINKS);
    await navigation.getByRole('link', { name: 'ELEMENTE/KI', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Elemente/KI' })).toBeVisible();
    await expect(navigation).toBeHidden();
  });

  test('Reader closes the menu with Escape and keeps the focus', async ({ page }) => {
    await page.goto('/elemente');
    const toggle = header(page).getByRole('button', { name: 'Menü' });
    await toggle.click();
    await page.keyboard.press('Escape');
    await expect(header(page).getByRole('navigation')).toBeHidden();
    await expect(toggle).toBeFocused();
  });
});

test('Reader of a missing page finds a link home', async ({ page }) => {
  await page.goto('/nirgends');
  await expect(page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL('/');
});
