import type { Page } from '@playwright/test';
import { hydrate } from '../platform/hydrate.ts';
import { storeCopy, untilRefused } from '../platform/picture-copy.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { expect, test, unique } from './editor.ts';

/** Requests of a page to other hosts than the platform's. */
function recorded(page: Page, site: string): string[] {
  const elsewhere: string[] = [];
  const isOfPlatform = (url: string) => /^(?:data|blob):/.test(url) || new URL(url).hostname === new URL(site).hostname;
  page.on('request', (request) => {
    if (!isOfPlatform(request.url()) || request.url().includes('other-host')) elsewhere.push(request.url());
  });
  return elsewhere;
}

test('Reader sees a link until a picture of another host is copied, then the copy, and asks that host for nothing', {
  tag: '@smoke',
}, async ({ page, browser, editor, baseURL: site = '' }) => {
  const title = unique('Bild ');
  // A host on this machine, which a shell never asks: the copy is stored by the test.
  const address = `http://127.0.0.1/other-host/${unique('a')}.png`;
  await openAsStaff(page, '/admin/posts/new');
  const inAdmin = recorded(page, site);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill(`Davor\n\n![Ein roter Kasten](${address})\n\nDanach`);
  await page.getByRole('button', { name: 'Side by Side' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('link', { name: 'Ein roter Kasten' })).toHaveAttribute('href', address);
  await page.getByRole('button', { name: 'Create Post' }).click();
  await page.waitForURL('/admin');
  const { data: post } = await editor.from('posts').select('id, slug').eq('title', title).single();

  const context = await browser.newContext();
  const reader = await context.newPage();
  const elsewhere = recorded(reader, site);
  await reader.goto(`${site}/post/${post?.slug}`);
  const article = reader.getByRole('article').first();
  await expect(article.getByRole('link', { name: 'Ein roter Kasten' })).toHaveAttribute('href', address);
  await hydrate(reader);
  await expect(article.getByRole('img')).toHaveCount(0);

  await untilRefused(address);
  await storeCopy(address);
  await expect(async () => {
    await reader.reload();
    await expect(article.getByRole('img', { name: 'Ein roter Kasten' })).toBeVisible({ timeout: 100 });
  }).toPass();
  const picture = article.getByRole('img', { name: 'Ein roter Kasten' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeTruthy();
  await hydrate(reader);
  await expect(picture).toHaveAttribute('src', /^\/_pictures\/[0-9a-f]{64}\.(?:png|webp)$/);
  // Black lines on nothing would vanish on the dark page.
  await reader.emulateMedia({ colorScheme: 'dark' });
  await expect(picture).toHaveCSS('background-color', 'rgb(204, 211, 230)');
  expect(elsewhere).toEqual([]);
  await context.close();

  await page.goto(`/admin/posts/edit/${post?.id}`);
  await expect(preview.getByRole('img', { name: 'Ein roter Kasten' })).toBeVisible();
  expect(inAdmin).toEqual([]);
  await editor.from('posts').delete().eq('id', post?.id);
});
