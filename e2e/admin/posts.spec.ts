import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { expect, type Post, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { button, content, formOf, press, tabTo } from './post-form.ts';

/** The response to a visitor without a session. */
const visited = async (request: APIRequestContext, { slug }: Pick<Post, 'slug'>) =>
  (await request.get(`/post/${slug}`)).text();

/** The list is as it was left: a search is in its address. */
const LIST = /\/admin(\?.*)?$/;

/** Submits the form of a post, and opens it again. */
async function submit(page: Page, form: string): Promise<void> {
  await press(page, 'Update Post');
  await page.waitForURL(LIST);
  await page.goto(form);
}

test('Editor can publish a post by keyboard alone, a reader finds it, and a deletion and a change can be taken back', {
  tag: ['@smoke', '@crossing'],
}, async ({ page, editor }) => {
  const title = unique('Mit der Tastatur ');
  const slug = title.toLowerCase().replaceAll(' ', '-');
  await openAsStaff(page, '/admin');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#admin-page')).toBeFocused();

  await page.goto('/admin/posts/new');
  await page.getByLabel('Title').focus();
  await page.keyboard.type(title);
  // The generation before has the slug in between, and its preview is always there.
  const isPresent = (await button(page, 'Preview').count()) > 0;
  for (let presses = 0; presses < (isPresent ? 1 : 2); presses += 1) await page.keyboard.press('Tab');
  await page.keyboard.type('Ein Text.');
  if (isPresent) await press(page, 'Preview');
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('Ein Text.')).toBeVisible();
  await tabTo(page, 'Create Post');
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
  await page.goto(`/post/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.goto(`/admin?q=${encodeURIComponent(title)}`);
  const row = page.getByRole('row', { name: title });
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`“${title}” was deleted.`)).toBeVisible();
  await expect(page.getByText('No posts match your search.')).toBeVisible();
  if (isPresent) await expect(button(page, 'Undo')).toBeFocused();
  await press(page, 'Undo');
  await expect(page.getByText(`“${title}” is back.`)).toBeVisible();
  await expect(row).toBeVisible();
  if (isPresent) await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await row.getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL('/admin/posts/edit/*');
  await content(page).fill('Kein Text.');
  await submit(page, page.url());
  await press(page, 'Show history');
  const history = page.getByRole('region', { name: 'History' });
  const newest = history.getByRole('listitem').filter({ hasText: 'Current version' });
  await expect(newest).toContainText('admin@example.com');
  await newest.getByRole('button', { name: 'Show changes' }).click();
  await expect(newest.getByRole('deletion')).toHaveText('Ein');
  await history.getByRole('button', { name: 'Restore' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(content(page)).toHaveValue('Ein Text.');
  await editor.from('posts').delete().eq('slug', slug);
});

test('Editor changes a public post in a draft, and visitors get the change once it is published', {
  tag: '@smoke',
}, async ({ page, givenPost, request }) => {
  const post = await givenPost({ content: 'Ein alter Text.' });
  await openAsStaff(page, formOf(post));
  await content(page).fill('Ein neuer Text.');
  await press(page, 'Save Draft');
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Published, with changes')).toBeVisible();
  await expect(content(page)).toHaveValue('Ein neuer Text.');
  expect(await visited(request, post)).toContain('Ein alter Text.');
  await press(page, 'Show Changes');
  const changes = page.getByRole('region', { name: 'Changes of the draft' });
  await expect(changes.getByRole('deletion')).toHaveText('alter');
  await expect(changes.getByRole('insertion')).toHaveText('neuer');
  await expectAccessible(page, 'changes of a draft');
  await press(page, 'Schedule');
  await expectAccessible(page, 'question for the time of a draft');
  await page.keyboard.press('Escape');

  await submit(page, formOf(post));
  await expect.poll(() => visited(request, post)).toContain('Ein neuer Text.');
  await expect(content(page)).toHaveValue('Ein neuer Text.');
  await expect(page.getByText('Published, with changes')).toHaveCount(0);
});

test('Editor merges the own text with the one that a colleague saved meanwhile, by keyboard alone', async ({
  page,
  editor,
  givenPost,
}) => {
  const post = await givenPost({ content: 'Der Anfang.\n\nDie Mitte.' });
  await openAsStaff(page, formOf(post));
  await content(page).fill('Mein Anfang.\n\nDie Mitte.');
  await editor.from('posts').update({ content: 'Ihr Anfang.\n\nDie Mitte.' }).eq('id', post.id).throwOnError();
  await press(page, 'Update Post');
  await expect(page.getByText('Somebody else has changed this meanwhile.')).toBeVisible();
  await page.getByLabel('Title').focus();
  await tabTo(page, 'Compare and Merge');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Compare and Merge' })).toBeFocused();
  await expectAccessible(page, 'two versions of a post');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Mine' })).toBeFocused();
  for (const key of ['Space', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('radio', { name: 'Both' })).toBeChecked();
  await tabTo(page, 'Use This Version');
  await page.keyboard.press('Enter');
  await expect(content(page)).toHaveValue('Mein Anfang.\n\nIhr Anfang.\n\nDie Mitte.');
  await expect(page.getByLabel('Title')).toBeFocused();
});

test('Editor with two tabs finds the own input of each after a reload, and in a third the newest', async ({
  page,
  context,
}) => {
  const title = (tab: Page) => tab.getByLabel('Title');
  const cancel = async () => {
    await press(page, 'Cancel');
    await page.waitForURL('/admin');
    await page.goto('/admin/posts/new');
  };
  await openAsStaff(page, '/admin/posts/new');
  const other = await context.newPage();
  await other.goto('/admin/posts/new');
  await title(page).fill('Im ersten');
  await title(other).fill('Im zweiten');
  await page.reload();
  await expect(page.getByText('Your unsaved input was restored.')).toBeVisible();
  await expect(title(page)).toHaveValue('Im ersten');
  await other.close();
  await cancel();
  await expect(title(page)).toHaveValue('Im zweiten');
  await cancel();
  await expect(title(page)).toHaveValue('');
});
