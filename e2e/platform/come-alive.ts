import { expect, type Page } from '@playwright/test';
import { holdRequests } from './held-requests.ts';

/** The code of the shell and of every remote, but neither the starter nor early scripts. */
export const CODE = /\/js\/.*\.js$/;

/** Resolves once the page that is open has its scripts and answers to everything. */
export const alive = (page: Page) => expect(page.locator('html[data-alive]')).toBeAttached();

/** Uses the page that is open in a way that changes nothing, and waits until it is alive. */
export async function comeAlive(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await alive(page);
}

/** The same without any input that the browser would notice. */
export async function comeAliveUnnoticed(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' })));
  await alive(page);
}

/** Opens a page whose code is on its way until the returned function is called; its starter is there. */
export async function openBeforeLife(page: Page, address: string): Promise<() => void> {
  const release = await holdRequests(page, CODE);
  const starter = page.waitForEvent('requestfinished', (request) => request.url().includes('/starter/'));
  // Pages that load their code at once have not arrived without it.
  await page.goto(address, { waitUntil: 'commit' });
  await starter;
  await expect(page.locator('#page-state')).toBeAttached();
  return release;
}
