import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, setWidth } from '../accessibility.ts';
import { signIn } from '../platform/sign-in.ts';
import { acceptAs, createAccount, PASSWORD, refusal, signInAs } from './invitation.ts';
import { type StaffPlatform, startStaffPlatform } from './staff-platform.ts';

let platform: StaffPlatform;
test.beforeAll(async () => {
  platform = await startStaffPlatform();
});
test.afterAll(() => platform.stop());

const open = async (browser: Browser) => (await browser.newContext()).newPage();
const openAccounts = (page: Page) => page.getByRole('link', { name: 'Accounts' }).click();
const hasTitle = (page: Page, title: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(title);

/** A page of an account that accepted an invitation. */
async function colleagueOf(browser: Browser, email: string): Promise<Page> {
  const colleague = await open(browser);
  await colleague.goto(await platform.invite(email));
  await acceptAs(colleague, email);
  await hasTitle(colleague, 'Dashboard');
  return colleague;
}

test('Editor can invite a colleague, who signs up by the link and then works in the admin area', {
  tag: '@smoke',
}, async ({ page, browser }) => {
  const email = 'kollegin@example.com';
  await signIn(page, platform.url);
  await openAccounts(page);
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
  await hasTitle(colleague, 'Dashboard');
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

test('An invitation that has expired is refused in words', async ({ page }) => {
  const email = 'zu-spaet@example.com';
  const link = await platform.invite(email);
  await platform.expire(email);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText('This invitation has expired.');
});

test('Editor opens an invitation, signs up and signs in in another tab, and has access in both', async ({ page }) => {
  const email = 'zwei-tabs@example.com';
  const earlier = await page.context().newPage();
  await earlier.goto(`${platform.url}/login`);
  await page.goto(await platform.invite(email));
  await expect(page.getByRole('heading')).toHaveText('Create Admin Account');
  const other = await page.context().newPage();
  await other.goto(`${platform.url}/login`);
  await expect(other.getByText('You are invited to the admin area.')).toBeVisible();
  // The account is there already, as after a mail that confirms its address.
  expect((await platform.connect().auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  await signInAs(earlier, email);
  for (const tab of [earlier, other, page]) {
    await tab.waitForURL('**/admin');
    await hasTitle(tab, 'Dashboard');
  }
});

test('Editor is told which drafts a sign-out deletes, and leaves none in the browser', async ({ browser }) => {
  const editor = await colleagueOf(browser, 'entwurf@example.com');
  await editor.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'New Post' }).click();
  await editor.getByLabel('Title').fill('Halb fertig');
  const drafts = () =>
    editor.evaluate(() =>
      [localStorage, sessionStorage]
        .flatMap((storage) => Object.keys(storage))
        .filter((key) => key.startsWith('ki-draft')),
    );
  await expect.poll(drafts).toHaveLength(2);
  const signOut = editor.getByRole('button', { name: 'Sign Out' });
  for (const height of [900, 500]) {
    await editor.setViewportSize({ width: 1440, height });
    await expect(signOut).toBeInViewport({ ratio: 1 });
  }

  await signOut.click();
  const question = editor.getByRole('dialog', { name: 'Sign out and delete your unsaved input?' });
  await expect(question.getByRole('listitem')).toHaveText(['New Post: Halb fertig']);
  await expectAccessible(editor, 'sign-out');
  await question.getByRole('button', { name: 'Sign Out and Delete' }).click();
  await expect(editor.getByRole('heading')).toHaveText('Admin Login');
  expect(await drafts()).toEqual([]);
});

test('Operator can export an account as a file, and take its rights away, which ends access at once', async ({
  page,
  browser,
}) => {
  const email = 'geht@example.com';
  const colleague = await colleagueOf(browser, email);
  await signIn(page, platform.url);
  await openAccounts(page);
  const row = page.getByRole('row', { name: email });
  await setWidth(page, 1280);
  await expect(row.getByRole('button', { name: 'Make Operator' })).toBeVisible();
  const table = page.getByRole('group', { name: 'Staff' });
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe(`account-${email}.json`);
  await row.getByRole('button', { name: 'Remove Access' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Access' }).click();
  await expect(row).toHaveCount(0);

  await colleague.goto(`${platform.url}/admin/posts/new`);
  await expect(refusal(colleague)).toBeVisible();
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

test('Operator can follow a canary, promote it and go back, and visitors get what is live', { tag: '@smoke' }, async ({
  page,
}) => {
  const before = await platform.versionOf(REMOTE);
  const canary = '9.0.0-canary';
  await platform.publishAgain(REMOTE, canary);
  await signIn(page, platform.url);
  await page.setViewportSize({ width: 1440, height: 900 });
  const sidebar = page.getByRole('navigation', { name: 'Admin' });
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
