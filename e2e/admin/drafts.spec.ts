import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { expect, type Post, test } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';

const formOf = ({ id }: Post) => `/admin/posts/edit/${id}`;
const content = (page: Page) => page.getByLabel('Content');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

/** The response to a visitor without a session. */
const visited = async (request: APIRequestContext, { slug }: Post) => (await request.get(`/post/${slug}`)).text();

/** Saves a draft with the form, and opens the form again. */
async function saveDraft(page: Page, post: Post, text: string): Promise<void> {
  await content(page).fill(text);
  await press(page, 'Save Draft');
  await page.waitForURL('/admin');
  await expect(page.getByText(/has a draft; visitors see no change of it/)).toBeVisible();
  await page.goto(formOf(post));
  await expect(page.getByText('Published, with changes')).toBeVisible();
}

test('Editor changes a public post in a draft, and visitors get the change once it is published', {
  tag: '@smoke',
}, async ({ page, givenPost, request }) => {
  const post = await givenPost({ content: 'Ein alter Text.' });
  await openAsStaff(page, formOf(post));
  await saveDraft(page, post, 'Ein neuer Text.');
  await expect(content(page)).toHaveValue('Ein neuer Text.');
  expect(await visited(request, post)).toContain('Ein alter Text.');
  await expectAccessible(page, 'form with a draft');
  await press(page, 'Show Changes');
  const changes = page.getByRole('region', { name: 'Changes of the draft' });
  await expect(changes.getByRole('deletion')).toHaveText('alter');
  await expect(changes.getByRole('insertion')).toHaveText('neuer');
  await expectAccessible(page, 'changes of a draft');
  await press(page, 'Update Post');
  await page.waitForURL('/admin');
  await expect.poll(() => visited(request, post)).toContain('Ein neuer Text.');
  await page.goto(formOf(post));
  await expect(content(page)).toHaveValue('Ein neuer Text.');
  await expect(page.getByText('Published, with changes')).toHaveCount(0);
});

test('Editor discards a draft, and takes that back', async ({ page, givenPost, request }) => {
  const post = await givenPost({ content: 'Öffentlich.' });
  await openAsStaff(page, formOf(post));
  await saveDraft(page, post, 'Verworfen.');
  await press(page, 'Discard Changes');
  await expect(content(page)).toHaveValue('Öffentlich.');
  await expect(page.getByText(`“The draft of ${post.title}” was deleted.`)).toBeVisible();
  await expectAccessible(page, 'form after a draft was discarded');
  await press(page, 'Undo');
  await expect(page.getByText(`“The draft of ${post.title}” is back.`)).toBeVisible();
  await page.goto(formOf(post));
  await expect(content(page)).toHaveValue('Verworfen.');
  expect(await visited(request, post)).toContain('Öffentlich.');
});

test('Editor schedules a draft, and it is published at its time', async ({ page, givenPost, request, editor }) => {
  const post = await givenPost({ content: 'Vorher.' });
  await openAsStaff(page, formOf(post));
  await content(page).fill('Nachher.');
  await press(page, 'Save Draft');
  await page.waitForURL('/admin');
  await page.goto(formOf(post));
  await press(page, 'Schedule');
  const dialog = page.getByRole('dialog', { name: 'Publish this draft later' });
  await dialog.getByLabel('Publish At').fill('2099-01-01T10:00');
  await expectAccessible(page, 'question for the time of a draft');
  await dialog.getByRole('button', { name: 'Schedule' }).press('Enter');
  await page.waitForURL('/admin');
  await expect(page.getByText(/has a draft, which is published on 1\. Januar 2099/)).toBeVisible();
  await page.goto(formOf(post));
  await expect(page.getByText(/It is published on 1\. Januar 2099/)).toBeVisible();
  await expectAccessible(page, 'form with a scheduled draft');
  expect(await visited(request, post)).toContain('Vorher.');

  const { data: draft } = await editor.from('drafts').select('updated_at').eq('record_id', post.id).single();
  const soon = { kind: 'posts', record: post.id, columns: {}, version: draft?.updated_at };
  const publish_at = new Date(Date.now() + 1_000).toISOString();
  await editor.rpc('save_draft', { ...soon, publish_at }).throwOnError();
  await expect.poll(() => visited(request, post)).toContain('Nachher.');
  await page.reload();
  await expect(content(page)).toHaveValue('Nachher.');
});

/** Opens the form in a second browser, and saves a draft there. */
async function saveAsColleague(page: Page, post: Post, text: string): Promise<void> {
  const context = await page.context().browser()?.newContext();
  const colleague = await context?.newPage();
  if (!context || !colleague) throw new Error('no browser for a colleague');
  await openAsStaff(colleague, new URL(formOf(post), page.url()).href);
  await content(colleague).fill(text);
  await press(colleague, 'Save Draft');
  await colleague.waitForURL('**/admin');
  await context.close();
}

const tabTo = async (page: Page, name: string) => {
  const button = page.getByRole('button', { name, exact: true });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await button.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`"${name}" is not reached by the Tab key`);
};

test('Two editors save drafts of one post, and the second merges both by keyboard alone', async ({
  page,
  givenPost,
  request,
}) => {
  const post = await givenPost({ content: 'Der Anfang.\n\nDie Mitte.\n\nDer Schluss.' });
  await openAsStaff(page, formOf(post));
  await expect(content(page)).toHaveValue(/Die Mitte/);
  await saveAsColleague(page, post, 'Ihr Anfang.\n\nDie Mitte.\n\nIhr Schluss.');
  await content(page).fill('Mein Anfang.\n\nDie Mitte.\n\nDer Schluss.');
  await tabTo(page, 'Save Draft');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Somebody else has changed this meanwhile.')).toBeVisible();
  await expectAccessible(page, 'two drafts of one post');
  await page.keyboard.press('Home');
  await page.getByLabel('Title').focus();
  await tabTo(page, 'Compare and Merge');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Compare and Merge' })).toBeFocused();
  await expectAccessible(page, 'comparison of two drafts');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Mine' })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Both' })).toBeChecked();
  await tabTo(page, 'Use This Version');
  await page.keyboard.press('Enter');
  const both = 'Mein Anfang.\n\nIhr Anfang.\n\nDie Mitte.\n\nIhr Schluss.';
  await expect(content(page)).toHaveValue(both);
  await expect(page.getByLabel('Title')).toBeFocused();
  await expectAccessible(page, 'merged draft');
  await tabTo(page, 'Save Draft');
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
  expect(await visited(request, post)).toContain('Der Anfang.');
  await page.goto(formOf(post));
  await expect(content(page)).toHaveValue(both);
});

test('Editor merges a draft with a later change of what is public', async ({ page, givenPost, editor, request }) => {
  const post = await givenPost({ content: 'Der Anfang.\n\nDie Mitte.\n\nDer Schluss.' });
  await openAsStaff(page, formOf(post));
  await saveDraft(page, post, 'Mein Anfang.\n\nDie Mitte.\n\nDer Schluss.');
  const later = { content: 'Der Anfang.\n\nDie Mitte.\n\nIhr Schluss.' };
  await editor.from('posts').update(later).eq('id', post.id).throwOnError();
  await page.reload();
  await expect(page.getByText(/What visitors see is newer than this draft/)).toBeVisible();
  await expectAccessible(page, 'draft that is older than what is public');
  await press(page, 'Compare and Merge');
  await press(page, 'Use This Version');
  await expect(content(page)).toHaveValue('Mein Anfang.\n\nDie Mitte.\n\nIhr Schluss.');
  await press(page, 'Update Post');
  await page.waitForURL('/admin');
  await expect.poll(() => visited(request, post)).toContain('Mein Anfang.');
  expect(await visited(request, post)).toContain('Ihr Schluss.');
});
