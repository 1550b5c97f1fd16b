import { type Browser, expect, test } from '@playwright/test';
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
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const entry of await sidebar.locator('a, button').all()) await expect(entry).toBeInViewport({ ratio: 1 });
  await sidebar.getByRole('link', { name: 'Accounts' }).click();
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
