import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { signIn } from '../platform/sign-in.ts';
import { acceptAs, createAccount, refusal } from './invitation.ts';
import { type StaffPlatform, startStaffPlatform } from './staff-platform.ts';

let platform: StaffPlatform;
test.beforeAll(async () => {
  platform = await startStaffPlatform();
});
test.afterAll(() => platform.stop());

const open = async (browser: Browser) => (await browser.newContext()).newPage();

test('Editor can invite a colleague, who signs up by the link and then works in the admin area', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  const email = 'kollegin@example.com';
  await signIn(page, platform.url);
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Create Invitation' }).click();
  await expect(page.getByText(`${email} is invited.`)).toBeVisible();
  const link = await page.getByLabel('Invitation link').inputValue();
  await expectAccessible(page, 'accounts');

  const colleague = await open(browser);
  const requests: string[] = [];
  colleague.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await colleague.goto(link);
  await expect(colleague.getByText('You are invited to the admin area.')).toBeVisible();
  await expect(colleague.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(colleague, 'invitation');
  await acceptAs(colleague, email);
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(colleague.getByRole('table', { name: 'Posts' })).toBeVisible();
  // The token is in the fragment of the link, which browsers send to no server.
  const token = link.split('=').at(-1) ?? '';
  expect(requests.filter((line) => line.includes(token))).toEqual([]);

  const stranger = await open(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole('alert')).toContainText('This invitation has been used already.');
  await createAccount(stranger, platform.url, 'zweite@example.com');
  await expect(refusal(stranger)).toBeVisible();
  for (const text of [/Ask an administrator to invite this address/, /If you have the link of an invitation, open it/])
    await expect(stranger.getByText(text)).toBeVisible();
  await expectAccessible(stranger, 'refusal');
});

const REMOTE = 'mf-matrix';

/** Makes a transition in the dialog of a button, with a reason. */
async function move(page: Page, label: string, reason: string) {
  await page.getByRole('region', { name: REMOTE }).getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

test('Operator can follow a canary, promote it and go back, and visitors get what is live', async ({ page }) => {
  const before = await platform.versionOf(REMOTE);
  const canary = '9.0.0-canary';
  await platform.publishAgain(REMOTE, canary);
  await signIn(page, platform.url);
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  await page.setViewportSize({ width: 1440, height: 500 });
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const entry of await sidebar.locator('a, button').all()) await expect(entry).toBeInViewport({ ratio: 1 });
  await sidebar.getByRole('link', { name: 'Platform' }).click();
  const remote = page.getByRole('region', { name: REMOTE });
  await expect(remote.getByText('Answers')).toBeVisible();
  await expect(remote.getByText(`remote promote ${REMOTE}@${canary}`)).toBeVisible();

  await platform.startCanary(REMOTE, canary);
  await expect(remote.getByRole('row', { name: canary })).toContainText('1%', { timeout: 20_000 });
  await expectAccessible(page, 'platform with a canary');

  await move(page, 'Promote', 'Keine Fehler im Vergleich');
  await expect.poll(() => platform.versionOf(REMOTE)).toBe(canary);
  await expect(page.getByRole('row', { name: `promoted ${canary}` })).toContainText('Keine Fehler im Vergleich');

  await move(page, 'Roll Back', 'Die Preise fehlen');
  await expect.poll(() => platform.versionOf(REMOTE)).toBe(before);
  await expect(page.getByRole('row', { name: `back to ${before}` })).toContainText('admin@example.com');
});
