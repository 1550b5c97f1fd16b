import { expect, type Page, test } from '@playwright/test';
import { signIn } from './sign-in.ts';

const LINKS = [
  ['HOME', '/'],
  ['WORKSHOPS', '/workshops'],
  ['ONLINE COURSES', '/online-courses'],
  ['COURSE MATRIX', '/course-matrix'],
  ['ELEMENTE/KI', '/elemente'],
  ['CHATGPT LERNZIELE/KI', '/chatgpt-lernziele'],
] as const;

const header = (page: Page) => page.getByRole('banner');
const background = (page: Page) => header(page).evaluate((element) => getComputedStyle(element).backgroundColor);

test('Reader finds the links of the site in the header, and none to the staff area', { tag: '@smoke' }, async ({
  page,
}) => {
  await page.goto('/');
  const links = header(page).getByRole('navigation').getByRole('link');
  await expect(links).toHaveText(LINKS.map(([label]) => label));
  for (const [label, path] of LINKS) {
    await expect(header(page).getByRole('link', { name: label, exact: true })).toHaveAttribute('href', path);
  }
  await expect(header(page).getByRole('link', { name: 'ADMIN' })).toHaveCount(0);
});

test('Reader with a keyboard skips the header', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/elemente');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('Editor finds links and search of the header in one row', async ({ page }) => {
  await signIn(page);
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

test('Reader opens the search from the header', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/elemente');
  await header(page).getByRole('button', { name: 'Suche' }).click();
  await expect(page).toHaveURL(/\/suche/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('Reader opens the menu, follows a link, and the menu closes', { tag: '@smoke' }, async ({ page }) => {
    await page.goto('/');
    const toggle = header(page).getByRole('button', { name: 'Menü' });
    const navigation = header(page).getByRole('navigation');
    await expect(navigation).toBeHidden();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(navigation.getByRole('link')).toHaveText(LINKS.map(([label]) => label));
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

for (const [path, title, text] of [
  ['/elemente', 'Elemente/KI', 'This page is coming soon.'],
  ['/chatgpt-lernziele', 'ChatGPT Lernziele/KI', 'This page is coming soon.'],
  ['/nirgends', 'Seite nicht gefunden', ''],
] as const) {
  test(`${path} shows its title, its message and a link home`, { tag: text ? [] : '@smoke' }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(text);
    await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click();
    await expect(page).toHaveURL('/');
  });
}
