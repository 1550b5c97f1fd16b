import type { Page } from '@playwright/test';
import { expectAccessible, LOOKS } from '../accessibility.ts';
import { expect, type Post, test } from '../blog/editor.ts';
import { complaintsOf } from '../platform/first-view.ts';
import { openAsStaff } from '../platform/sign-in.ts';

const contentOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
const editorOf = (page: Page) => page.locator('.cm-content');

/** Opens a post in the editor, which the browser remembers. */
async function openEditor(page: Page, post?: Post) {
  await openAsStaff(page, post ? `/admin/posts/edit/${post.id}` : '/admin/posts/new');
  await page.getByRole('button', { name: 'Open Editor' }).click();
  await page.getByRole('button', { name: 'Side by Side' }).click();
  await editorOf(page).waitFor();
}

/** The lines of the text: rows below the window are not in the page. */
const linesOf = (page: Page) => editorOf(page).locator('.cm-line').allTextContents();

async function typeOver(page: Page, text: string) {
  await contentOf(page).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

test('Editor can write in the editor, keep a draft by Ctrl+S without losing the place, and undo after a save', {
  tag: '@smoke',
}, async ({ page, editor, givenPost }) => {
  const post = await givenPost({ content: 'Anfang' });
  const complaints = await complaintsOf(page, ['error']);
  await openEditor(page, post);
  await contentOf(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n\n- eins\nzwei');
  expect(await linesOf(page)).toEqual(['Anfang', '', '- eins', '- zwei']);
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('listitem')).toHaveText(['eins', 'zwei']);

  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  await expect(editorOf(page)).toBeFocused();
  const stored = async () => (await editor.from('posts').select('content').eq('id', post.id).single()).data?.content;
  expect(await stored()).toBe('Anfang');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await page.waitForURL('/admin');
  expect(await stored()).toBe('Anfang\n\n- eins\n- zwei');

  await page.goBack();
  await expect(contentOf(page)).toContainText('zwei');
  await contentOf(page).focus();
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await linesOf(page)).toEqual(['Anfang']);
  }).toPass();
  await page.getByRole('button', { name: 'Plain Text' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('Anfang');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(complaints).toEqual([]);
});

test('Editor leaves the editor by Tab, pastes a link over a selection, aligns a table, replaces a word, and drops a .md file', async ({
  page,
}) => {
  await openEditor(page);
  await page.getByLabel('Excerpt').fill('https://example.org/quelle');
  await page.getByLabel('Excerpt').press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+X');
  await typeOver(page, 'Quelle');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('ControlOrMeta+V');
  expect(await linesOf(page)).toEqual(['[Quelle](https://example.org/quelle)']);
  await page.keyboard.press('Tab');
  await expect(contentOf(page)).not.toBeFocused();

  await typeOver(page, '| Format | Tage |\n|-|-:|\n| Kurs | 2 |');
  await page.getByRole('button', { name: 'Align Table' }).click();
  await expect.poll(() => linesOf(page)).toEqual(['| Format | Tage |', '| ------ | ---: |', '| Kurs   |    2 |']);
  await page.keyboard.press('ControlOrMeta+F');
  await page.getByRole('textbox', { name: 'Find' }).fill('Kurs');
  await page.getByRole('textbox', { name: 'Replace' }).fill('Video');
  await page.getByRole('button', { name: 'replace all' }).click();
  expect((await linesOf(page)).at(-1)).toBe('| Video   |    2 |');
  await page.keyboard.press('Escape');
  await expect(contentOf(page)).toBeFocused();

  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['## Aus der Datei'], 'text.md'));
    return transfer;
  });
  await editorOf(page).dispatchEvent('drop', { dataTransfer: files });
  await expect.poll(() => linesOf(page)).toContain('## Aus der Datei');
});

const LONG = Array.from({ length: 20 }, (_, index) => `## Kapitel ${index + 1}\n\n${'Ein Absatz. '.repeat(80)}`);

test('Editor can go to a heading of the outline, the preview follows, and nothing is a barrier', async ({ page }) => {
  await openEditor(page);
  await typeOver(page, LONG.join('\n\n'));
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Kapitel 20' })).toBeAttached();
  await page.getByRole('button', { name: 'Outline' }).click();
  await page.getByRole('navigation', { name: 'Outline' }).getByRole('button', { name: 'Kapitel 12' }).click();
  await expect(contentOf(page)).toBeFocused();
  await expect(editorOf(page).getByText('## Kapitel 12')).toBeInViewport();
  await expect(preview.getByRole('heading', { name: 'Kapitel 12' })).toBeInViewport();

  await typeOver(
    page,
    '## Titel\n\n> Ein *Zitat* mit **Nachdruck**, `Code` und [Link](https://example.org)\n\n- [ ] offen\n',
  );
  await page.getByRole('button', { name: 'Find and Replace' }).click();
  await page.getByRole('textbox', { name: 'Find' }).fill('Zitat');
  for (const look of LOOKS.filter(({ width }) => width > 390)) await expectAccessible(page, 'editor', look);
});

test('Editor has the text area while the editor cannot be loaded, and on a phone', async ({ page }) => {
  await openAsStaff(page, '/admin/posts/new');
  await page.route('**/admin-editor*', (route) => route.abort());
  await page.getByRole('button', { name: 'Open Editor' }).click();
  await expect(page.getByText('The editor cannot be loaded.')).toBeVisible();
  await page.getByLabel('Content').fill('Getippt');
  await page.unroute('**/admin-editor*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(editorOf(page)).toHaveText('Getippt');
  await contentOf(page).focus();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByLabel('Content')).toBeFocused();
  await expect(page.getByRole('button', { name: /Open Editor|Plain Text/ })).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(editorOf(page)).toBeFocused();
});
