import type { Locator, Page } from '@playwright/test';
import { paths } from '../../shared/contract/paths.ts';
import { expect, test, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { content } from './post-form.ts';

const named = (page: Page, role: 'button' | 'checkbox' | 'link' | 'menuitem', name: string | RegExp) =>
  page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first();

/** Goes on by Tab as a person without a pointer does; a control that no name and no Tab reaches ends the test. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 250; presses += 1) {
    if (await control.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${control} is not reached by Tab`);
}

async function press(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await reach(page, control);
  await page.keyboard.press(key);
}

/** Opens a record or a screen by Find. */
async function find(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('searchbox', { name: 'Title or screen' })).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole('dialog', { name: 'Find' }).getByRole('link', { name }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Expects a live region to have a text, which screen readers read out. */
const said = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();

test.beforeEach(async ({ page }) => {
  await openAsStaff(page, '/admin');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('Without a pointer: a post with a picture is written and published', async ({ page, editor }) => {
  const title = unique('Mit Bild ');
  await press(page, named(page, 'link', 'New Post'));
  await reach(page, page.getByLabel('Title'));
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await expect(content(page)).toBeFocused();
  await page.keyboard.type('Ein Anfang.');
  await press(page, named(page, 'button', 'Picture'));
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('list').getByRole('button').first();
  await press(page, choice);
  await expect(content(page)).toHaveValue(/^Ein Anfang\.\n\n!\[.+\]\(\/_pictures\/[0-9a-f-]{36}\)\n\n$/);
  await press(page, named(page, 'button', 'Create Post'));
  await expect(page).toHaveURL('/admin');
  await said(page, `“${title}” was created and is public.`);
  const { data } = await editor.from('posts').select('slug').eq('title', title).single().throwOnError();
  await page.goto(paths.post(data));
  await expect(page.getByRole('article').getByRole('img').first()).toBeVisible();
  await editor.from('posts').delete().eq('title', title);
});

test('Without a pointer: a live post is corrected on two days, and published later', async ({
  page,
  editor,
  givenPost,
}) => {
  const post = await givenPost({ content: 'Vorher.' });
  await find(page, post.slug, /Post$/);
  await reach(page, content(page));
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Montag.');
  await page.keyboard.press('Control+S');
  await said(page, /Draft saved at/);
  await find(page, 'calendar', /Calendar/);
  await find(page, post.slug, /Post$/);
  await expect(content(page)).toHaveValue('Vorher. Montag.');
  await reach(page, content(page));
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Dienstag.');
  await press(page, named(page, 'button', 'Schedule'));
  const date = page.getByRole('dialog').getByLabel('Publish At');
  await reach(page, date);
  await date.fill('2031-12-22T08:00');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Schedule' }));
  await said(page, /will be published on 22\. Dezember 2031/);
  const { data } = await editor.from('posts').select('content').eq('id', post.id).single().throwOnError();
  expect(data.content).toBe('Vorher.');
});

test('Without a pointer: a word of a lesson is mended, and a line of the imprint', async ({ page, editor }) => {
  const { data: lesson } = await editor.from('lessons').select('id, title, content').limit(1).single().throwOnError();
  await find(page, lesson.title, /Lesson$/);
  await reach(page, content(page));
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Ergänzt.');
  await press(page, named(page, 'button', 'Update Lesson'));
  await said(page, `“${lesson.title}” was saved`);
  const stored = async () =>
    (await editor.from('lessons').select('content').eq('id', lesson.id).single()).data?.content;
  expect(await stored()).toBe(`${lesson.content} Ergänzt.`);
  await editor.from('lessons').update({ content: lesson.content }).eq('id', lesson.id).throwOnError();

  const { data: imprint } = await editor
    .from('pages')
    .select('id, content')
    .eq('slug', 'impressum')
    .single()
    .throwOnError();
  await find(page, 'impressum', /Page$/);
  await reach(page, content(page));
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n\nEine Zeile mehr.');
  await press(page, named(page, 'button', 'Update Page'));
  await said(page, '“Impressum” was saved');
  await page.goto('/impressum');
  await expect(page.getByText('Eine Zeile mehr.')).toBeVisible();
  await editor.from('pages').update({ content: imprint.content }).eq('id', imprint.id).throwOnError();
});

test('Without a pointer: three workshops get another category, and a deletion is undone, at once and later', async ({
  page,
  editor,
}) => {
  const mark = unique('Aufgabe ');
  const titles = ['A', 'B', 'C'].map((letter) => `${mark} ${letter}`);
  await editor
    .from('workshops')
    .insert(titles.map((title) => ({ title, duration: '01:00:00' })))
    .throwOnError();
  await find(page, 'workshops', /^Workshops Screen/);
  for (const title of titles) await press(page, named(page, 'checkbox', `Select ${title}`), 'Space');
  await said(page, '3 workshops selected');
  await press(page, named(page, 'button', 'Move to Category…'));
  const category = page.getByRole('dialog').getByLabel('Category');
  await reach(page, category);
  await page.keyboard.press('ArrowDown');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Move' }));
  await said(page, '3 workshops were moved to');

  const row = page.getByRole('row').filter({ hasText: titles[0] });
  const remove = async () => {
    await press(page, row.getByRole('button', { name: 'Delete' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await expect(row).toHaveCount(0);
  };
  await remove();
  await expect(named(page, 'button', 'Undo')).toBeFocused();
  await page.keyboard.press('Enter');
  await said(page, `“${titles[0]}” is back.`);
  await expect(row).toBeVisible();
  await remove();
  await find(page, 'trash', /^Trash/);
  await press(page, page.getByRole('row').filter({ hasText: titles[0] }).getByRole('button', { name: 'Restore' }));
  await said(page, `“${titles[0]}” is back.`);
  await editor.from('workshops').delete().like('title', `${mark}%`);
});
