import type { Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { expectAccessible } from '../accessibility.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { hydrate } from '../platform/hydrate.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { pasteFile, photo, sideways } from './photo.ts';

const test = base.extend<{ readonly word: string }>({
  /** Pictures with this in their title are removed after the test. */
  word: async ({ editor }, use) => {
    const word = unique('bild');
    await use(word);
    await editor.from('pictures').delete().like('title', `%${word}%`);
  },
});

const SIZE = { width: 1600, height: 1000 };

/** Uploads by choice, and waits until the sizes are made. */
async function upload(page: Page, editor: SupabaseClient, names: readonly string[]): Promise<void> {
  const files = [];
  for (const [seed, name] of names.entries()) {
    const buffer = await photo(page, { ...SIZE, seed: seed + 1 });
    files.push({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer });
  }
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles(files);
  await expect(page.getByText(`${names.length} of ${names.length} uploaded.`)).toBeVisible();
  const sized = async () =>
    (await editor.from('pictures').select('id').in('title', names).not('sized_at', 'is', null)).data?.length;
  await expect.poll(sized, { timeout: 90_000 }).toBe(names.length);
}

const idOf = async (editor: SupabaseClient, title: string): Promise<string> =>
  (await editor.from('pictures').select('id').eq('title', title).single()).data?.id;

test('Editor can upload a picture, describe it and use it in a post; readers get its sizes', {
  tag: ['@smoke', '@crossing'],
}, async ({ page, browser, editor, givenPost, word, baseURL: site = '' }) => {
  const { slug, id, title } = await givenPost({ published_at: null, content: 'Anfang' });
  await openAsStaff(page, '/admin/pictures');
  await upload(page, editor, [word]);
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
  await page.getByRole('button', { name: 'Describe It' }).click();
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

test('Editor can paste a picture into the editor, and stop one: nothing that was typed is lost', async ({
  page,
  editor,
  word,
}) => {
  await openAsStaff(page, '/admin/posts/new');
  await page.getByRole('button', { name: 'Open Editor' }).click();
  const content = page.getByRole('textbox', { name: 'Content' });
  const typed = async () => (await page.locator('.cm-content .cm-line').allTextContents()).join('\n');
  await content.click();
  await page.keyboard.insertText('Davor ');
  const file = await photo(page, { width: 400, height: 300 });
  await pasteFile(content, `${word}.jpg`, file);
  await expect.poll(typed).toMatch(/^Davor !\[\]\(\/_pictures\/[0-9a-f-]{36}\)$/);
  await page.keyboard.insertText(' danach');
  await expect.poll(typed).toMatch(/^Davor !\[\]\(\/_pictures\/[0-9a-f-]{36}\) danach$/);
  await expect(page.getByRole('region', { name: 'Preview' }).locator('img')).toBeVisible();
  const before = await typed();

  // The file does not get through.
  await page.route('**/storage/v1/object/pictures/**', () => new Promise(() => undefined));
  await pasteFile(content, `zweites ${word}.jpg`, file);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect.poll(typed).toBe(before);
  const rows = async () => (await editor.from('pictures').select('id').like('title', `zweites ${word}`)).data?.length;
  await expect.poll(rows).toBe(0);
});

test('Editor sees a photo upright in the preview', async ({ page, editor, word }) => {
  await openAsStaff(page, '/admin/posts/new');
  await pasteFile(page.getByLabel('Content'), `${word}.webp`, await sideways(page, 6));
  const shown = page.getByRole('region', { name: 'Preview' }).locator('img');
  /** Upright it is twice as high as wide, at any density, red at the top and blue at the bottom. */
  const look = () =>
    shown.evaluate((image: HTMLImageElement) => {
      const { naturalWidth: width, naturalHeight: height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(image, 0, 0);
      const isRed = (y: number) => (context.getImageData(width / 2, height * y, 1, 1).data[0] ?? 0) > 128;
      return [height / width, isRed(0.25), isRed(0.75)];
    });
  // The preview takes the stored one by itself.
  await expect(shown).toHaveAttribute('src', /^\/_pictures\/[0-9a-f]{64}\.webp$/, { timeout: 60_000 });
  await expect.poll(look).toEqual([2, true, false]);
  const { data } = await editor.from('pictures').select('width, height').eq('title', word).single();
  expect(data).toEqual({ width: 40, height: 80 });
});

test('Reader on a phone gets four pictures of a post with at most 200 kB, and nothing shifts', async ({
  page,
  editor,
  givenPost,
  word,
}) => {
  await openAsStaff(page, '/admin/pictures');
  const names = [1, 2, 3, 4].map((number) => `${word} ${number}`);
  await upload(page, editor, names);
  const ids = await Promise.all(names.map((name) => idOf(editor, name)));
  const text = ids.map((id) => `![Bild](/_pictures/${id})\n\n${'Ein Satz über den Kurs. '.repeat(30)}`).join('\n\n');
  const { slug } = await givenPost({ content: text });
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
  expect(bytes).toBeLessThanOrEqual(200_000);
});
