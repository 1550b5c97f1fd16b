import { expect, type Page } from '@playwright/test';

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
