import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { openAsStaff, signIn } from '../platform/sign-in.ts';
import { createAccount, refusal } from './invitation.ts';
import { type OperatorPlatform, startOperatorPlatform } from './operator-platform.ts';

const REMOTE = 'mf-matrix';

let platform: OperatorPlatform;
test.beforeAll(async () => {
  platform = await startOperatorPlatform();
});
test.afterAll(() => platform?.stop());

/** Makes a transition in the dialog of a button, with a reason. */
async function move(page: Page, label: string, reason: string) {
  await page.getByRole('region', { name: REMOTE }).getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await expectAccessible(page, 'platform');
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('Operator can follow a canary, promote it and go back, and visitors get what is live', { tag: '@smoke' }, async ({
  page,
}) => {
  const before = await platform.versionOf(REMOTE);
  const canary = await platform.publishAgain(REMOTE, '9.0.0-canary');
  await signIn(page, platform.url);
  await page.getByRole('link', { name: 'Platform' }).click();
  const remote = page.getByRole('region', { name: REMOTE });
  await expect(remote.getByText('Answers')).toBeVisible();
  await expect(remote.getByText(`remote promote ${REMOTE}@${canary}`)).toBeVisible();

  const { live } = (await platform.registry.read()).remotes[REMOTE] ?? {};
  if (!live) throw new Error(`${REMOTE} is not live`);
  await platform.registry.canary({ ...live, version: canary }, 1, { author: 'e2e', reason: 'Vergleich' });
  const counted = remote.getByRole('row', { name: canary });
  await expect(counted).toContainText('1%', { timeout: 20_000 });
  await expectAccessible(page, 'promoted release');

  await move(page, 'Promote', 'Keine Fehler im Vergleich');
  await expect.poll(() => platform.versionOf(REMOTE)).toBe(canary);
  await expect(page.getByRole('row', { name: `promoted ${canary}` })).toContainText('Keine Fehler im Vergleich');

  await move(page, 'Roll Back', 'Die Preise fehlen');
  await expect.poll(() => platform.versionOf(REMOTE)).toBe(before);
  await expect(page.getByRole('row', { name: `back to ${before}` })).toContainText('admin@example.com');
});

test('Operator can make a token and revoke it', async ({ page }) => {
  await openAsStaff(page, `${platform.url}/admin/platform`);
  await page.getByRole('button', { name: 'Create Token' }).click();
  const id = (await page.getByLabel('Token', { exact: true }).inputValue()).split('_')[1] ?? '';
  const row = page.getByRole('row', { name: id });
  await expect(row).toContainText('Valid');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
});

test('Operator sees all entries of the sidebar in a window of 900 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAsStaff(page, `${platform.url}/admin`);
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  await expect(sidebar.getByRole('link', { name: 'Platform' })).toBeInViewport({ ratio: 1 });
  for (const entry of await sidebar.locator('a, button').all()) await expect(entry).toBeInViewport({ ratio: 1 });
});

test('Staff without operator rights see no link to the page, and its address is refused', async ({ page }) => {
  await createAccount(page, platform.url, 'kollegin@example.com');
  await expect(page.getByRole('table', { name: 'Posts' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Platform' })).toHaveCount(0);
  await page.goto(`${platform.url}/admin/platform`);
  await expect(page.getByText('This account has no access to this page.')).toBeVisible();
  await expect(refusal(page)).toHaveCount(0);
});
