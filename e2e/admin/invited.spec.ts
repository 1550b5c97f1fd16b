import { expect, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { createAccount, PASSWORD, refusal, signInAs } from './invitation.ts';
import { type InvitedPlatform, startInvitedPlatform } from './invited-platform.ts';

let platform: InvitedPlatform;
test.beforeAll(async () => {
  platform = await startInvitedPlatform();
});
test.afterAll(() => platform.stop());

test('Somebody whom nobody invited sees a clear refusal on every page, and a way out', async ({ page }) => {
  const email = 'fremd@example.com';
  await createAccount(page, platform.url, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access');
  await expect(
    page.getByText(`You are signed in as ${email}. Ask an administrator to invite this address`),
  ).toBeVisible();
  for (const address of ['/admin/posts/new', '/admin/workflows', '/admin/courses', '/admin/ads']) {
    await page.goto(platform.url + address);
    await expect(refusal(page)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await expectAccessible(page, 'refusal');
  await page.getByRole('alert').getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
});

test('The database refuses an uninvited account what the pages do not offer', async () => {
  const client = platform.connect();
  const account = { email: 'am-bildschirm-vorbei@example.com', password: PASSWORD };
  await client.auth.signUp(account);
  expect((await client.auth.signInWithPassword(account)).error).toBeNull();
  const { data: posts } = await client.from('posts').select('id, title').limit(1).throwOnError();
  const [post] = posts;
  expect((await client.from('posts').insert({ title: 'Fremd', slug: 'fremd', content: 'x' })).error?.code).toBe(
    '42501',
  );
  expect((await client.from('prompts').select('id')).data).toEqual([]);
  expect((await client.from('posts').update({ title: 'Fremd' }).eq('id', post?.id).select('id')).data).toEqual([]);
  expect((await client.from('posts').delete().eq('id', post?.id).select('id')).data).toEqual([]);
  expect((await client.from('posts').select('title').eq('id', post?.id).single()).data?.title).toBe(post?.title);
});

test('Editor with an earlier account accepts an invitation with a new password', async ({ page }) => {
  const email = 'eingeladen@example.com';
  await createAccount(page, platform.url, email);
  await expect(refusal(page)).toBeVisible();
  await page.goto(await platform.invite(email));
  await expect(page.getByText('Set a new password to accept the invitation.')).toBeVisible();
  await expectAccessible(page, 'new password');
  await page.getByLabel('New Password', { exact: true }).fill('ganz-neu-und-geheim');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await page.waitForURL('**/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.getByRole('table', { name: 'Posts' })).toBeVisible();
});

test('Editor opens an invitation, signs up and signs in in another tab, and has access in both', async ({ page }) => {
  const email = 'zwei-tabs@example.com';
  const earlier = await page.context().newPage();
  await earlier.goto(`${platform.url}/login`);
  await page.goto(await platform.invite(email));
  await expect(page.getByRole('heading')).toHaveText('Create Admin Account');
  const other = await page.context().newPage();
  await other.goto(`${platform.url}/login`);
  await expect(other.getByRole('heading')).toHaveText('Admin Login');
  await expect(other.getByText('You are invited to the admin area.')).toBeVisible();
  await expectAccessible(other, 'kept invitation');
  // The account is there already, as after a mail that confirms its address.
  const account = { email, password: PASSWORD };
  expect((await platform.connect().auth.signUp(account)).error).toBeNull();
  await signInAs(earlier, email);
  for (const tab of [earlier, other, page]) {
    await tab.waitForURL('**/admin');
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  }
});

test('Somebody else who signs in where an invitation was opened gets nothing by it', async ({ page }) => {
  await page.goto(await platform.invite('gemeint@example.com'));
  await expect(page.getByRole('heading')).toHaveText('Create Admin Account');
  const account = { email: 'nicht-gemeint@example.com', password: PASSWORD };
  expect((await platform.connect().auth.signUp(account)).error).toBeNull();
  await page.goto(`${platform.url}/login`);
  await signInAs(page, account.email);
  await expect(refusal(page)).toBeVisible();
  await expect(page.getByText('If you have the link of an invitation, open it again.')).toBeVisible();
});
