import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { complaintsOf } from './first-view.ts';
import { expect, test } from './fixtures.ts';
import { CODE, hydrate } from './hydrate.ts';
import { openAsStaff } from './sign-in.ts';

const LIGHT = 'rgb(246, 247, 252)';
const DARK = 'rgb(12, 16, 35)';

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const choiceOn = (page: Page) => page.getByRole('contentinfo').getByLabel('Darstellung');

/** Runs in a page before its document: notes the scheme of the root as the body begins. */
function noteFirstScheme(): void {
  new MutationObserver((_, observer) => {
    if (!document.body) return;
    observer.disconnect();
    Object.assign(window, { firstScheme: document.documentElement.style.colorScheme });
  }).observe(document, { childList: true, subtree: true });
}

test('Reader chooses the dark scheme before hydration; each page begins with it, and printing stays light', {
  tag: '@smoke',
}, async ({ page, context }) => {
  const complaints = await complaintsOf(page);
  await page.addInitScript(noteFirstScheme);
  await page.route(CODE, (route) => route.abort());
  await page.goto('/elemente');
  expect(await groundOf(page)).toBe(LIGHT);
  await choiceOn(page).selectOption('Dunkel');
  expect(await groundOf(page)).toBe(DARK);
  await page.unroute(CODE);

  await page.goto('/workshops');
  expect(await page.evaluate(() => Reflect.get(window, 'firstScheme'))).toBe('dark');
  await expect(choiceOn(page).getByRole('option', { selected: true })).toHaveText('Dunkel');
  await expectAccessible(page, 'a scheme that the reader chose', { width: 390, colorScheme: 'light' });
  // A choice is no input for which the page would be hydrated.
  await expect(page.locator('html[data-hydrating]')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(19, 26, 54)');
  await page.emulateMedia({ media: 'screen' });

  const other = await context.newPage();
  await other.goto('/elemente');
  expect(await groundOf(other)).toBe(DARK);
  await hydrate(other);
  await choiceOn(other).selectOption('Hell');
  expect(await groundOf(other)).toBe(LIGHT);
  await expect.poll(() => groundOf(page)).toBe(LIGHT);
  await expect(choiceOn(page)).toHaveValue('light');
  await choiceOn(page).selectOption('System');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await groundOf(page)).toBe(DARK);
  expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
});

test('Staff choose the scheme in the sidebar, which holds on public pages, too', async ({ page }) => {
  await openAsStaff(page, '/admin');
  const appearance = page.getByRole('navigation', { name: 'Admin' }).getByLabel('Appearance');
  await appearance.selectOption('Dark');
  expect(await groundOf(page)).toBe(DARK);
  await page.goto('/elemente');
  await expect(choiceOn(page)).toHaveValue('dark');
  expect(await groundOf(page)).toBe(DARK);
  await page.goto('/admin');
  await expect(appearance).toHaveValue('dark');
});

test.describe('with scripts switched off', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' });

  test('Reader has the scheme of the system, and no switch', async ({ page }) => {
    await page.goto('/elemente');
    await expect(choiceOn(page)).toBeHidden();
    await expect(page.getByRole('main')).toHaveCSS('color', 'rgb(233, 236, 249)');
  });
});
