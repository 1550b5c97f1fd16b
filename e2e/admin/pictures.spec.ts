import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expectAccessible } from '../accessibility.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { hydrate } from '../platform/hydrate.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { pasteFile, photo } from './photo.ts';

const test = base.extend<{ readonly word: string }>({
  /** Pictures with this in their title are removed after the test. */
  word: async ({ editor }, use) => {
    const word = unique('bild');
    await use(word);
    await editor.from('pictures').delete().like('title', `%${word}%`);
  },
});

/** Uploads a picture by choice, waits until its sizes are made, and returns its id. */
async function upload(page: Page, editor: SupabaseClient, title: string): Promise<string> {
  await openAsStaff(page, '/admin/pictures');
  const buffer = await photo(page, { width: 1600, height: 1000 });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles([{ name: `${title}.jpg`, mimeType: 'image/jpeg', buffer }]);
  await expect(page.getByText('1 of 1 uploaded.')).toBeVisible();
  const sized = editor.from('pictures').select('id').eq('title', title).not('sized_at', 'is', null);
  const ids = async () => (await sized.throwOnError()).data.map(({ id }) => id as string);
  await expect.poll(ids, { timeout: 90_000 }).toHaveLength(1);
  return String(await ids());
}

test('Editor can upload a picture, describe it and use it in a post; readers get its sizes', {
  tag: ['@smoke', '@crossing'],
}, async ({ page, browser, editor, givenPost, word, baseURL: site = '' }) => {
  const { slug, id, title } = await givenPost({ published_at: null, content: 'Anfang' });
  await upload(page, editor, word);
  await page.getByRole('link', { name: word, exact: true }).click();
  await expect(page.getByText('1600 × 1000 pixels')).toBeVisible();

  await page.goto(`/admin/posts/edit/${id}`);
  await page.getByRole('button', { name: 'Choose a Picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' });
  await dialog.getByRole('searchbox', { name: 'Search pictures' }).fill(word);
  await expect(dialog.getByText('1 picture', { exact: true })).toBeVisible();
  await expectAccessible(page, 'choice of a picture');
  await dialog.getByRole('button', { name: word, exact: true }).click();
  await expect(page.getByText('It has no alternative text.')).toBeVisible();

  // The database refuses, and the form says why.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(new RegExp(`${word}.*alternative text`, 'i')).first()).toBeVisible();
  // The generation before asks in a dialog.
  const earlier = page.getByRole('button', { name: 'Describe It' });
  if ((await earlier.count()) > 0) await earlier.click();
  await page.getByLabel('Alternative Text').fill('Eine Gruppe am Tisch');
  await page.getByRole('button', { name: 'Save Description' }).click();
  await expect(page.getByText('It has no alternative text.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.waitForURL('/admin');

  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(`${site}/post/${slug}`);
  const picture = reader.getByRole('article').first().getByRole('img', { name: 'Eine Gruppe am Tisch' });
  await expect(picture).toBeVisible();
  await expect(picture).toHaveAttribute('width', '1600');
  const source = picture.locator('xpath=../source').first();
  await expect(source).toHaveAttribute('type', 'image/avif');
  await expect(source).toHaveAttribute('srcset', /^\/_pictures\/[0-9a-f]{64}\.avif 320w, .+ 1600w$/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/\.avif$/);
  await hydrate(reader);
  await expect(picture).toBeVisible();
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await context.close();
});

test('Editor can paste a picture into the editor, and type on meanwhile', async ({ page, word }) => {
  await openAsStaff(page, '/admin/posts/new');
  await page.getByRole('button', { name: 'Open Editor' }).click();
  const content = page.getByRole('textbox', { name: 'Content' });
  const typed = async () => (await page.locator('.cm-content .cm-line').allTextContents()).join('\n');
  await content.click();
  await page.keyboard.insertText('Davor ');
  const file = await photo(page, { width: 400, height: 300 });
  await pasteFile(content, `${word}.jpg`, file);
  await expect.poll(typed).toMatch(/^Davor \n\n!\[\]\(\/_pictures\/[0-9a-f-]{36}\)\n\n$/);
  await page.keyboard.insertText('danach');
  await expect.poll(typed).toMatch(/^Davor \n\n!\[\]\(\/_pictures\/[0-9a-f-]{36}\)\n\ndanach$/);
  await page.getByRole('button', { name: 'Side by Side' }).click();
  await expect(page.getByRole('region', { name: 'Preview' }).locator('img')).toBeVisible();
});

test('Reader on a phone gets a picture with at most 50 kB, and nothing shifts however often it is shown', async ({
  page,
  editor,
  givenPost,
  word,
}) => {
  const part = `![Bild](/_pictures/${await upload(page, editor, word)})\n\n${'Ein Satz über den Kurs. '.repeat(30)}\n\n`;
  const { slug } = await givenPost({ content: part.repeat(4) });
  await page.setViewportSize({ width: 390, height: 844 });
  let bytes = 0;
  page.on('requestfinished', async (request) => {
    if (request.url().includes('/_pictures/')) bytes += (await request.sizes()).responseBodySize;
  });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/post/${slug}`);
  const pictures = page.getByRole('article').first().getByRole('img', { name: 'Bild' });
  await expect(pictures).toHaveCount(4);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeTruthy();
  }
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toBe(0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(50_000);
});
