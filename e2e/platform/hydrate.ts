import { expect, type Page } from '@playwright/test';
import { holdRequests } from './held-requests.ts';

/** The code of the shell and of every remote, but neither the hydration loader nor pre-hydration scripts. */
export const CODE = /\/js\/.*\.js$/;

/** Resolves once the open page is hydrated. */
export const hydrated = (page: Page) => expect(page.locator('html[data-hydrated]')).toBeAttached();

/** Starts the hydration of the open page by a key without effect, and waits for its end. */
export async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await hydrated(page);
}

/** The same with a synthetic event, which the browser does not count as input. */
export async function hydrateUnnoticed(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })));
  await hydrated(page);
}

/** Opens a page and holds its code until the returned function is called; the hydration loader is loaded. */
export async function openBeforeHydration(page: Page, address: string): Promise<() => void> {
  const release = await holdRequests(page, CODE);
  const loader = page.waitForEvent('requestfinished', (request) => request.url().includes('/hydration-loader/'));
  // Pages that hydrate on load fire no `load` event before their code.
  await page.goto(address, { waitUntil: 'commit' });
  await loader;
  await expect(page.locator('#page-state')).toBeAttached();
  return release;
}
