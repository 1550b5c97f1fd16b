import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { createAccount } from './invitation.ts';

async function deletePost(page: Page, title: string) {
  await page.goto(`/admin?q=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No posts match your search.')).toBeVisible();
}

test('Editor can publish a post by keyboard alone, and a reader finds it', { tag: ['@smoke', '@crossing'] }, async ({
  page,
}) => {
  const title = `Mit der Tastatur ${Date.now()}`;
  await openAsStaff(page, '/admin/posts/new');
  await page.getByLabel('Title').focus();
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ein Text.');
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('Ein Text.')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create Post' });
  for (
    let presses = 0;
    presses < 40 && !(await create.evaluate((node) => node === document.activeElement));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
  const slug = title.toLowerCase().replaceAll(' ', '-');
  await page.goto(`/post/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await deletePost(page, title);
});

test('Editor can save over somebody else’s version only after a choice, and loses nothing', { tag: '@smoke' }, async ({
  browser,
  page,
}) => {
  const title = `Zu zweit ${Date.now()}`;
  await openAsStaff(page, '/admin/posts/new');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill('Anfang');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await page.waitForURL('/admin');
  await page.getByRole('row', { name: title }).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('Anfang');

  const context = await browser.newContext();
  const other = await context.newPage();
  await openAsStaff(other, page.url());
  await other.getByLabel('Content').fill('Von der anderen');
  await other.getByRole('button', { name: 'Update Post' }).click();
  await other.waitForURL('/admin');
  await context.close();

  await page.getByLabel('Content').fill('Von mir');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Somebody else has changed this meanwhile.')).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('Von der anderen');
  await page.getByRole('button', { name: 'Bring back my input' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('Von mir');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.waitForURL('/admin');
  await deletePost(page, title);
});

test('Editor can merge the own text with the one that a colleague saved meanwhile', { tag: '@smoke' }, async ({
  browser,
  page,
}) => {
  const title = `Zusammen ${Date.now()}`;
  await openAsStaff(page, '/admin/posts/new');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill('Der Anfang.\n\nDie Mitte.\n\nDer Schluss.');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await page.waitForURL('/admin');
  await page.getByRole('row', { name: title }).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Content')).toHaveValue(/Die Mitte/);

  const context = await browser.newContext();
  const other = await context.newPage();
  await openAsStaff(other, page.url());
  await other.getByLabel('Content').fill('Ihr Anfang.\n\nDie Mitte.\n\nIhr Schluss.\n\nIhr Zusatz.');
  await other.getByLabel('Excerpt').fill('Ihr Auszug');
  await other.getByRole('button', { name: 'Update Post' }).click();
  await other.waitForURL('/admin');
  await context.close();

  await page.getByLabel('Content').fill('Mein Anfang.\n\nDie Mitte.\n\nDer Schluss.');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.getByRole('button', { name: 'Compare and Merge' }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Compare and Merge' })).toBeFocused();
  await expect(page.getByText('Changed by them: Excerpt')).toBeVisible();
  const use = page.getByRole('button', { name: 'Use This Version' });
  await expect(use).toBeDisabled();
  await expectAccessible(page, 'two versions of a post');
  await page.getByRole('radio', { name: 'Mine' }).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Both' })).toBeChecked();
  await use.press('Enter');
  await expect(page.getByLabel('Content')).toHaveValue(
    'Mein Anfang.\n\nIhr Anfang.\n\nDie Mitte.\n\nIhr Schluss.\n\nIhr Zusatz.',
  );
  await expect(page.getByLabel('Title')).toBeFocused();
  await expectAccessible(page, 'the merged version of a post');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.waitForURL('/admin');
  await page.goto(`/post/${title.toLowerCase().replaceAll(' ', '-')}`);
  for (const text of ['Mein Anfang.', 'Ihr Anfang.', 'Die Mitte.', 'Ihr Zusatz.'])
    await expect(page.getByText(text)).toBeVisible();
  await deletePost(page, title);
});

test('Editor sees before typing that a colleague has the same post open', async ({ browser, page }) => {
  const title = `Offen ${Date.now()}`;
  await openAsStaff(page, '/admin/posts/new');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill('Text');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await page.waitForURL('/admin');
  await page.getByRole('row', { name: title }).getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('Text');

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await createAccount(colleague, '', `kollegin-${Date.now()}@example.com`);
  await colleague.goto(page.url());
  await expect(colleague.getByRole('status').filter({ hasText: 'Also open: admin@example.com' })).toBeVisible();
  await expectAccessible(colleague, 'a post that a colleague has open');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('/admin');
  await colleague.reload();
  await expect(colleague.getByLabel('Content')).toHaveValue('Text');
  await expect(colleague.getByText(/^Also open/)).toHaveCount(0);
  await context.close();
  await deletePost(page, title);
});

test('Editor can come back to unsaved input after a reload', { tag: '@smoke' }, async ({ page }) => {
  await openAsStaff(page, '/admin/posts/new');
  await page.getByLabel('Title').fill('Noch nicht gespeichert');
  await page.reload();
  await expect(page.getByText('Your unsaved input was restored.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Noch nicht gespeichert');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('/admin');
});

test('Editor with two tabs finds the own input of each, and in a third the newest', async ({ page, context }) => {
  await openAsStaff(page, '/admin/posts/new');
  const other = await context.newPage();
  await other.goto('/admin/posts/new');
  await page.getByLabel('Title').fill('Im ersten');
  await other.getByLabel('Title').fill('Im zweiten');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Im ersten');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('/admin');
  await other.close();
  await page.goto('/admin/posts/new');
  await expect(page.getByLabel('Title')).toHaveValue('Im zweiten');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('/admin');
  await page.goto('/admin/posts/new');
  await expect(page.getByLabel('Title')).toHaveValue('');
});

for (const [name, address, text] of [
  ['dashboard', '/admin', 'Dashboard'],
  ['post form', '/admin/posts/new', 'New Post'],
  ['ads', '/admin/ads', 'Ads Management'],
  ['ad form', '/admin/ads/new', 'Create New Ad'],
  ['prompts', '/admin/prompts', 'Prompts'],
] as const) {
  test(`Editor can use the ${name} whatever their abilities`, { tag: name === 'post form' ? '@smoke' : [] }, async ({
    page,
  }) => {
    await openAsStaff(page, address);
    await expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible();
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expectAccessible(page, name);
  });
}

test('Editor with a keyboard skips the sidebar', async ({ page }) => {
  await openAsStaff(page, '/admin');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#admin-page')).toBeFocused();
});
