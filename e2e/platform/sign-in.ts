import type { Page } from '@playwright/test';

/** Signs in as the demo administrator, at the platform under test or another. */
export async function signIn(page: Page, platform = ''): Promise<void> {
  await page.goto(`${platform}/login`);
  await page.getByLabel('Email').fill('admin@example.com');
  await page.getByLabel('Password').fill('lernen-mit-ki');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/admin');
}
