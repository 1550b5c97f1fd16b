import type { Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { copyAs, pasteAndUndo, WORD } from './clipboard.ts';
import { pasteFile, photo } from './photo.ts';
import { formOf } from './post-form.ts';

const test = base.extend<{ readonly word: string }>({
  /** Pictures with this in their title are removed after the test. */
  word: async ({ editor }, use) => {
    const word = unique('bild');
    await use(word);
    await editor.from('pictures').delete().like('title', `%${word}%`);
  },
});

const area = (page: Page) => page.getByLabel('Content', { exact: true });
const lines = async (page: Page) => (await page.locator('.cm-line').allTextContents()).join('\n');

async function openEditor(page: Page) {
  await page.getByRole('button', { name: 'Open Editor' }).click();
  await page.locator('.cm-content').click();
}

test('Editor pastes a formatted text into the text area as Markdown, and takes it back to plain text and to nothing', async ({
  page,
}) => {
  await openAsStaff(page, '/admin/posts/new');
  await area(page).focus();
  await pasteAndUndo(page, () => area(page).inputValue());
});

test('Editor pastes a formatted text into the editor as Markdown, and takes it back to plain text and to nothing', async ({
  page,
}) => {
  await openAsStaff(page, '/admin/posts/new');
  await openEditor(page);
  await pasteAndUndo(page, () => lines(page));
});

test('Editor has the plain text at once, and types on while the formatting is read', async ({ page }) => {
  await openAsStaff(page, '/admin/posts/new');
  await page.route('**/admin-paste*', (route) => route.abort());
  await area(page).fill('Davor');
  await area(page).press('ControlOrMeta+A');
  await copyAs(page, WORD);
  await area(page).press('ControlOrMeta+End');
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByText('The formatting could not be read. The plain text was pasted.')).toBeVisible();
  await page.unroute('**/admin-paste*');
  await page.route('**/admin-paste*', async (route) => {
    await expect(area(page)).toHaveValue(/^Mehr Davor[^#]*Danach$/);
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(area(page)).toHaveValue('Davor');
  await page.keyboard.press('ControlOrMeta+V');
  await page.keyboard.type('Danach');
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('Mehr ');
  await expect(area(page)).toHaveValue(/^Mehr Davor\n\n## Ziele[\s\S]*Bild\]\n\nDanach$/);
  await page.keyboard.type('!');
  await expect(area(page)).toHaveValue(/^Mehr !Davor/);
});

test('Editor pastes pictures, describes them beside the text, and publishes', async ({
  page,
  editor,
  givenPost,
  word,
}) => {
  const post = await givenPost({ published_at: null, content: 'Anfang\n\n' });
  await openAsStaff(page, formOf(post));
  const file = await photo(page, { width: 400, height: 300 });
  await area(page).press('ControlOrMeta+End');
  await pasteFile(area(page), `${word}.jpg`, file);
  const group = page.getByRole('group', { name: 'Picture without alternative text, line 3' });
  await group.getByLabel('Alternative Text').fill('Eine [runde] Gruppe');
  await expect(area(page)).toHaveValue(/^Anfang\n\n!\[\]\(\/_pictures\/[0-9a-f-]{36}\)\n\n$/);
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  await expect(group.getByLabel('Alternative Text')).toHaveValue('Eine [runde] Gruppe');
  await group.getByLabel('Alternative Text').press('Enter');
  await expect(area(page)).toHaveValue(/^Anfang\n\n!\[Eine \\\[runde\\\] Gruppe\]\(\/_pictures\/[0-9a-f-]{36}\)\n\n$/);
  await expect(area(page)).toBeFocused();
  await expect(group).toHaveCount(0);
  const caret = area(page).evaluate((field: HTMLTextAreaElement) => field.value.length - field.selectionStart);
  // Behind the picture, before the empty line after it.
  expect(await caret).toBe(2);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(area(page)).toHaveValue(/^Anfang\n\n!\[\]\(/);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(area(page)).toHaveValue(/Gruppe/);

  await openEditor(page);
  await page.keyboard.press('ControlOrMeta+End');
  await pasteFile(page.locator('.cm-content'), `${word}-2.jpg`, file);
  const second = page.getByRole('group', { name: 'Picture without alternative text, line 5' });
  await expect(second).toBeVisible();
  await expect(page.locator('.cm-undescribed')).toHaveText(/^!\[\]/);
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  for (const look of LOOKS.filter(({ width }) => width > 390)) await expectAccessible(page, 'undescribed', look);
  await second.getByRole('button', { name: 'Save Description' }).click();
  await expect(second.getByText('Say what the picture shows, or that it is decorative.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(new RegExp(`"${word}-2" has no alternative text`))).toBeVisible();
  await second.getByLabel('Decorative').check();
  await second.getByRole('button', { name: 'Save Description' }).click();
  await expect(second).toHaveCount(0);
  await expect(page.locator('.cm-undescribed')).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('/admin');
  const { data } = await editor.from('posts').select('content').eq('id', post.id).single();
  expect(data?.content).toMatch(/^Anfang\n\n!\[Eine \\\[runde\\\] Gruppe\]\([^)]+\)\n\n!\[\]\([^)]+\)\n\n$/);
});
