import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, setWidth } from '../accessibility.ts';
import { ADMINISTRATOR, signIn } from '../platform/sign-in.ts';
import { acceptAs, createAccount, refusal } from './invitation.ts';
import { type InvitedPlatform, startInvitedPlatform } from './invited-platform.ts';

let platform: InvitedPlatform;
test.beforeAll(async () => {
  platform = await startInvitedPlatform();
});
test.afterAll(() => platform.stop());

const open = async (browser: Browser) => (await browser.newContext()).newPage();
const openAccounts = (page: Page) => page.getByRole('link', { name: 'Accounts' }).click();

/** Invites an address on the page of accounts and returns the link that it shows. */
async function inviteOnPage(page: Page, email: string): Promise<string> {
  await openAccounts(page);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Create Invitation' }).click();
  await expect(page.getByText(`${email} is invited.`)).toBeVisible();
  return page.getByLabel('Invitation link').inputValue();
}

test('Editor can invite a colleague, who signs up by the link and then works in the admin area', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  const email = 'kollegin@example.com';
  await signIn(page, platform.url);
  const link = await inviteOnPage(page, email);
  await expectAccessible(page, 'accounts');

  const colleague = await open(browser);
  const asked: string[] = [];
  colleague.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await colleague.goto(link);
  await expect(colleague.getByRole('heading')).toHaveText('Create Admin Account');
  await expect(colleague.getByText('You are invited to the admin area.')).toBeVisible();
  await expect(colleague.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(colleague, 'invitation');
  await acceptAs(colleague, email);
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(colleague.getByRole('table', { name: 'Posts' })).toBeVisible();
  // The token is in the fragment of the link, which browsers send to no server.
  const token = link.split('=').at(-1) ?? '';
  expect(asked.filter((line) => line.includes(token))).toEqual([]);

  await colleague.getByRole('link', { name: 'Online Courses' }).click();
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Online Courses');

  const stranger = await open(browser);
  await stranger.goto(link);
  await expect(stranger.getByRole('alert')).toContainText('This invitation has been used already.');
  await createAccount(stranger, platform.url, 'zweite@example.com');
  await expect(refusal(stranger)).toBeVisible();
});

test('Editor is told which drafts a sign-out deletes, and leaves none in the browser', async ({ browser }) => {
  const email = 'entwurf@example.com';
  const editor = await open(browser);
  await editor.goto(await platform.invite(email));
  await acceptAs(editor, email);
  await editor.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'New Post' }).click();
  await editor.getByLabel('Title').fill('Halb fertig');
  const drafts = () =>
    editor.evaluate(() =>
      [localStorage, sessionStorage]
        .flatMap((storage) => Object.keys(storage))
        .filter((key) => key.startsWith('ki-draft')),
    );
  await expect.poll(drafts).toHaveLength(2);
  for (const height of [900, 500]) {
    await editor.setViewportSize({ width: 1440, height });
    await expect(editor.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 });
  }

  await editor.getByRole('button', { name: 'Sign Out' }).click();
  const question = editor.getByRole('dialog', { name: 'Sign out and delete your unsaved input?' });
  await expect(question.getByRole('listitem')).toHaveText(['New Post: Halb fertig']);
  await expectAccessible(editor, 'sign-out');
  await editor.setViewportSize({ width: 1280, height: 900 });
  await question.getByRole('button', { name: 'Stay Signed In' }).click();
  await expect(editor.getByLabel('Title')).toHaveValue('Halb fertig');
  expect(await drafts()).toHaveLength(2);

  await editor.getByRole('button', { name: 'Sign Out' }).click();
  await question.getByRole('button', { name: 'Sign Out and Delete' }).click();
  await expect(editor.getByRole('heading')).toHaveText('Admin Login');
  expect(await drafts()).toEqual([]);
});

test('Editor can take rights away, which ends access at once', async ({ page, browser }) => {
  const email = 'geht@example.com';
  const colleague = await open(browser);
  await colleague.goto(await platform.invite(email));
  await acceptAs(colleague, email);
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  await signIn(page, platform.url);
  await openAccounts(page);
  const row = page.getByRole('row', { name: email });
  await setWidth(page, 1280);
  await expect(row.getByRole('button', { name: 'Make Operator' })).toBeVisible();
  const table = page.getByRole('group', { name: 'Staff' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await row.getByRole('button', { name: 'Remove Access' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Access' }).click();
  await expect(row).toHaveCount(0);

  await colleague.goto(`${platform.url}/admin/posts/new`);
  await expect(refusal(colleague)).toBeVisible();
});

test('Operator can export an account as a file, and delete it', async ({ page, browser }) => {
  const email = 'abschied@example.com';
  const colleague = await open(browser);
  await colleague.goto(await platform.invite(email));
  await acceptAs(colleague, email);
  await expect(colleague.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  await signIn(page, platform.url);
  await openAccounts(page);
  const row = page.getByRole('row', { name: email });
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe(`account-${email}.json`);
  await row.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect(row).toHaveCount(0);

  await colleague.goto(`${platform.url}/admin/posts/new`);
  await expect(refusal(colleague)).toBeVisible();
});

test('An account with an invited address but without the link gets no rights', async ({ page }) => {
  const email = 'erwartet@example.com';
  await platform.invite(email);
  await createAccount(page, platform.url, email);
  await expect(refusal(page)).toBeVisible();
});

test('An invitation that has expired is refused in words', async ({ page }) => {
  const email = 'zu-spaet@example.com';
  const link = await platform.invite(email);
  await platform.expire(email);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This invitation has expired.');
  await createAccount(page, platform.url, email);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This invitation has expired.');
  await page.getByRole('link', { name: 'Go to the admin area' }).click();
  await expect(refusal(page)).toBeVisible();
});

test('Editor who opens an invitation of another account gets a message, and can sign out to use it', async ({
  page,
}) => {
  const email = 'richtig@example.com';
  const link = await platform.invite(email);
  await createAccount(page, platform.url, 'falsch@example.com');
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('for another address than falsch@example.com');
  await expectAccessible(page, 'invitation of somebody else');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await acceptAs(page, email);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});

test('The last account with rights in the admin area cannot be removed', async ({ page }) => {
  const client = platform.connect();
  await client.auth.signInWithPassword(ADMINISTRATOR);
  const { data } = await client.rpc('read_accounts', { skip: 0, take: 100 });
  const others = data.staff.filter(({ email }: { email: string }) => email !== 'admin@example.com');
  for (const { id } of others) await client.rpc('remove_staff', { account: id }).throwOnError();

  await signIn(page, platform.url);
  await openAccounts(page);
  const row = page.getByRole('row', { name: 'admin@example.com' });
  await expect(row.getByText('The last one stays')).toBeVisible();
  await expect(row.getByRole('button')).toHaveText(['Export']);
  const own = await client.auth.getUser();
  expect((await client.rpc('remove_staff', { account: own.data.user?.id })).error?.message).toBe(
    'The last one who is staff cannot be removed.',
  );
});
