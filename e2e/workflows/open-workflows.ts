import type { Page } from '@playwright/test';
import { signIn } from '../platform/sign-in.ts';

/** Signs in as the demo administrator and opens the workflows. */
export async function openWorkflows(page: Page, platform = ''): Promise<void> {
  await signIn(page, platform);
  await page.goto(`${platform}/admin/workflows`);
  await page.getByRole('heading', { name: 'History' }).waitFor();
}
