import { expect, type Page } from '@playwright/test';
import { addresses } from '../../mf-admin/src/addresses.ts';

/** Outside of a test, too. */
const IN_TIME = { timeout: 20_000 };

export const patternOf = (path: string) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

const linksOn = (page: Page) =>
  page
    .locator('a[href^="/admin"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

/** Follows a link of the open page, or loads the page where the open one has no link to it. */
async function open(page: Page, path: string): Promise<void> {
  const link = page.locator(`a[href="${path}"]`).first();
  // A press of the pointer would open the menus of a row first.
  if ((await link.count()) > 0) await link.evaluate((one: HTMLElement) => one.click());
  else await page.goto(path);
  await expect(page).toHaveURL(path, IN_TIME);
  await expect(page.getByText('Loading...'), path).toHaveCount(0, IN_TIME);
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible(IN_TIME);
}

/** Goes from the open dashboard to a page of each pattern of the admin, by links; resolves with their addresses. */
export async function walkStaffPages(page: Page, visit: (path: string) => Promise<void>): Promise<Map<string, string>> {
  const found = new Map<string, string>([[addresses.dashboard, addresses.dashboard]]);
  for (const [, path] of found) {
    await open(page, path);
    await visit(path);
    for (const link of await linksOn(page)) {
      if (!found.has(patternOf(link))) found.set(patternOf(link), link);
    }
  }
  return found;
}
