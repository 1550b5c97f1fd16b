import type { Locator, Page } from '@playwright/test';
import { expect, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { button, content, formOf } from './post-form.ts';

const DATE = 'Complete the date and the time; the day must exist';
const SAVED = /^Draft saved at \d\d:\d\d(?: \(Zurich\))?\.$/;

/** Types day, month and year, and no time. */
async function typeHalfADate(date: Locator): Promise<void> {
  await date.focus();
  await date.pressSequentially('12242027');
  await expect(date).toHaveValue('');
}

const expectRefused = async (date: Locator) => {
  await expect(date).toHaveAccessibleDescription(new RegExp(`^${DATE}`));
  await expect(date).toBeFocused();
};

test('Half a date is refused in a form and in dialogs, whatever is pressed, and nothing is published', async ({
  page,
  editor,
  givenPost,
}) => {
  const slug = unique('halb-');
  const rows = async () => (await editor.from('posts').select('published_at').eq('slug', slug)).data;
  await openAsStaff(page, '/admin/posts/new');
  await page.getByLabel('Title').fill('Mit halbem Datum');
  await page.getByLabel('Slug').fill(slug);
  await content(page).fill('Text');
  const date = page.getByLabel('Publish Date');
  await typeHalfADate(date);
  for (const act of [
    () => button(page, 'Create Post').click(),
    () => page.getByLabel('Title').press('Enter'),
    () => date.press('ControlOrMeta+S'),
    () => button(page, 'Save Draft').click(),
  ]) {
    await act();
    await expectRefused(date);
  }
  expect(await rows()).toEqual([]);
  await date.fill('2027-12-24T18:00');
  await date.press('Enter');
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await rows()).toEqual([{ published_at: null }]);
  await expect(date).toHaveValue('2027-12-24T18:00');
  await editor.from('posts').delete().eq('slug', slug);

  const post = await givenPost({ published_at: '2031-03-05T08:00:00Z' });
  await button(page, 'Cancel').click();
  await page.waitForURL('/admin');
  await page.goto('/admin/calendar?day=2031-03-01');
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: post.title }) });
  await entry.last().getByRole('button', { name: 'Move' }).click();
  const moved = page.getByRole('dialog').getByLabel('Publish Date');
  await moved.fill('');
  await typeHalfADate(moved);
  await moved.press('Enter');
  await expectRefused(moved);
  await page.keyboard.press('Escape');

  await editor.rpc('save_draft', { kind: 'posts', record: post.id, columns: { title: 'Entwurf' } });
  await page.goto(formOf(post));
  await button(page, 'Schedule').click();
  const schedule = page.getByRole('dialog').getByLabel('Publish At');
  await typeHalfADate(schedule);
  await schedule.press('Enter');
  await expectRefused(schedule);
  const { data } = await editor.from('drafts').select('publish_at').eq('record_id', post.id).single();
  expect(data).toEqual({ publish_at: null });
});

async function caretOf(page: Page): Promise<number | null> {
  return page.getByLabel('Title').evaluate((input: HTMLInputElement) => input.selectionStart);
}

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
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('ArrowLeft');
  const caret = await caretOf(page);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText(SAVED)).toBeVisible();
  await page.waitForURL('/admin/posts/edit/*');
  await expect(title).toBeFocused();
  expect(await caretOf(page)).toBe(caret);
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
  await button(page, 'Publish').click();
  await page.waitForURL('/admin');
  await expect.poll(async () => (await request.get(`/post/${slug}`)).status()).toBe(200);
  await editor.from('posts').delete().eq('slug', slug);
});

test('A date whose parts are deleted by keys is empty at once', async ({ page, givenPost }) => {
  const post = await givenPost({ published_at: null });
  await openAsStaff(page, formOf(post));
  const date = page.getByLabel('Publish Date');
  await date.fill('2027-12-24T18:00');
  await date.press('ControlOrMeta+S');
  await expect(page.getByText(SAVED)).toBeVisible();
  await date.focus();
  for (const _ of 'mdyhma') {
    await page.keyboard.press('Backspace');
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText('There is nothing new to keep.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(post.title);
  await expect(date).toHaveValue('');
});
