import type { Page } from '@playwright/test';
import type { Post } from '../blog/editor.ts';

export const formOf = ({ id }: Post) => `/admin/posts/edit/${id}`;
export const content = (page: Page) => page.getByLabel('Content');
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const press = (page: Page, name: string) => button(page, name).press('Enter');

/** Presses Tab until a button has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await button(page, name).evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`"${name}" is not reached by the Tab key`);
}
