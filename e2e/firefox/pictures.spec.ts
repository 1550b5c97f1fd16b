import type { Locator } from '@playwright/test';
import { photo } from '../admin/photo.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { openAsStaff } from '../platform/sign-in.ts';

const test = base.extend<{ readonly word: string }>({
  /** The picture with this title is removed after the test. */
  word: async ({ editor }, use) => {
    const word = unique('bild');
    await use(word);
    await editor.from('pictures').delete().eq('title', word);
  },
});

test.skip(!process.env.E2E_FIREFOX, 'Firefox is not installed');

const widthOf = (image: Locator) => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth);

test('Editor can upload a picture, and sees it in the library and in the preview of a text', async ({
  page,
  editor,
  word,
}) => {
  test.setTimeout(240_000);
  await openAsStaff(page, '/admin/pictures');
  const buffer = await photo(page, { width: 400, height: 300 });
  await page.getByLabel('Picture files').setInputFiles({ name: `${word}.jpg`, mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('1 of 1 uploaded.')).toBeVisible();
  const inGrid = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: word, exact: true }) })
    .locator('img');
  await expect.poll(() => widthOf(inGrid)).toBeGreaterThan(0);
  const { data } = await editor.from('pictures').select('id').eq('title', word).single();

  await page.goto('/admin/posts/new');
  // Text that is inserted at once by the driver of Firefox has no event of typing.
  await page.getByLabel('Content').pressSequentially(`Davor ![Ein Bild](/_pictures/${data?.id}) danach`);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const shown = page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'Ein Bild' });
  await expect(shown).toBeVisible();
  await expect.poll(() => widthOf(shown)).toBeGreaterThan(0);
});
