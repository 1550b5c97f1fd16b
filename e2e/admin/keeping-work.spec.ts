import type { Locator } from '@playwright/test';
import { expect, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { button, content, formOf } from './post-form.ts';

const DATE = /^Complete the date and the time; the day must exist/;
const SAVED = /^Draft saved at \d\d:\d\d(?: \(Zurich\))?\.$/;

/** Types day, month and year, and no time. */
async function typeHalfADate(date: Locator): Promise<void> {
  await date.focus();
  await date.pressSequentially('12242027');
  await expect(date).toHaveValue('');
}

test('Half a date is refused in a form and in a dialog, whatever is pressed, and one whose parts are deleted is empty', async ({
  page,
  editor,
  givenPost,
}) => {
  const post = await givenPost({ published_at: null });
  const stored = async () => (await editor.from('posts').select('title, published_at').eq('id', post.id)).data;
  await openAsStaff(page, formOf(post));
  await page.getByLabel('Title').fill('Mit halbem Datum');
  const date = page.getByLabel('Publish Date');
  await typeHalfADate(date);
  for (const act of [
    () => button(page, 'Publish').click(),
    () => page.getByLabel('Title').press('Enter'),
    () => date.press('ControlOrMeta+S'),
  ]) {
    await act();
    await expect(date).toHaveAccessibleDescription(DATE);
    await expect(date).toBeFocused();
  }
  expect(await stored()).toEqual([{ title: post.title, published_at: null }]);
  await date.fill('2027-12-24T18:00');
  await date.press('Enter');
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(date).toHaveValue('2027-12-24T18:00');
  await date.focus();
  for (const _ of 'mdyhma') {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText('There is nothing new to keep.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Mit halbem Datum');
  await expect(date).toHaveValue('');

  await editor.from('posts').update({ published_at: '2031-03-05T08:00:00Z' }).eq('id', post.id).throwOnError();
  await page.goto('/admin/calendar?day=2031-03-01');
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Mit halbem Datum' }) });
  await entry.last().getByRole('button', { name: 'Move' }).click();
  const moved = page.getByRole('dialog').getByLabel('Publish Date');
  await moved.fill('');
  await typeHalfADate(moved);
  await moved.press('Enter');
  await expect(moved).toHaveAccessibleDescription(DATE);
  await expect(moved).toBeFocused();
});

test('Enter and Ctrl+S in a new post keep a draft at its own address, with focus, caret and undo; what is typed during a save stays', {
  tag: '@smoke',
}, async ({ page, editor, request }) => {
  const slug = unique('bleibt-');
  await openAsStaff(page, '/admin/posts/new');
  const title = page.getByLabel('Title');
  await title.pressSequentially('Ein halber Satz');
  await page.getByLabel('Slug').fill(slug);
  await content(page).fill('Text');
  await title.press('End');
  await title.pressSequentially(' mehr');
  await title.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText(SAVED)).toBeVisible();
  await page.waitForURL('/admin/posts/edit/*');
  await expect(title).toBeFocused();
  expect(await title.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe('Ein halber Satz meh'.length);
  expect((await request.get(`/post/${slug}`)).status()).toBe(404);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(title).not.toHaveValue('Ein halber Satz mehr');

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/posts*', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await title.fill('Erster Satz');
  await title.press('Enter');
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  await title.fill('Zweiter Satz');
  release();
  await expect(page.getByText(/What you typed since is not saved yet\.$/)).toBeVisible();
  await expect(title).toHaveValue('Zweiter Satz');
  const { data } = await editor.from('posts').select('title, published_at').eq('slug', slug).single();
  expect(data).toEqual({ title: 'Erster Satz', published_at: null });
  await page.reload();
  await expect(page.getByText('Your unsaved input was restored.')).toBeVisible();
  await expect(title).toHaveValue('Zweiter Satz');
  await editor.from('posts').delete().eq('slug', slug);
});
