import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
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
  const parts = [
    header(page).getByRole('link', { name: 'HOME' }),
    header(page).getByRole('link', { name: 'ADMIN' }),
    header(page).getByRole('button', { name: 'Suche' }),
  ];
  for (const part of parts) await expect(part).toBeVisible();
  for (const width of [1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const places = await Promise.all(parts.map((part) => part.boundingBox()));
    const [home, link, search] = places.map((place) => ({ top: place?.y ?? 0, height: place?.height ?? 0 }));
    expect(link, `at ${width}`).toEqual(home);
    expect(search?.top, `at ${width}`).toBeLessThan((home?.top ?? 0) + (home?.height ?? 0));
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

  test('Reader opens the menu, closes it with Escape and keeps the focus; a link that is followed closes it', async ({
    page,
  }) => {
    await page.goto('/');
    const toggle = header(page).getByRole('button', { name: 'Menü' });
    const navigation = header(page).getByRole('navigation');
    await expect(navigation).toBeHidden();
    await expect(header(page).getByRole('link', { name: 'ADMIN' })).toHaveCount(0);
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(navigation.getByRole('link')).toHaveText(LINKS);
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await navigation.getByRole('link', { name: 'ELEMENTE/KI', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Elemente/KI' })).toBeVisible();
    await expect(navigation).toBeHidden();
  });
});
