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

/** A host on this machine, which a shell never asks: each copy here is stored by the test. */
const addressOf = (name: string) => `http://127.0.0.1/other-host/${name}.png`;

test('Reader sees a link until a picture of another host is copied, then the copy, and asks that host for nothing', {
  tag: '@smoke',
}, async ({ page, browser, editor, baseURL: site = '' }) => {
  const title = unique('Bild ');
  const address = addressOf(unique('a'));
  await openAsStaff(page, '/admin/posts/new');
  const inAdmin = recorded(page, site);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill(`Davor\n\n![Ein roter Kasten](${address})\n\nDanach`);
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
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(3);
  await hydrate(reader);
  await expect(picture).toHaveAttribute('src', /^\/_pictures\/[0-9a-f]{64}\.png$/);
  expect(elsewhere).toEqual([]);
  await context.close();

  await page.goto(`/admin/posts/edit/${post?.id}`);
  await expect(preview.getByRole('img', { name: 'Ein roter Kasten' })).toBeVisible();
  expect(inAdmin).toEqual([]);
  await editor.from('posts').delete().eq('id', post?.id);
});

test('Reader gets a copy with headers that let it be nothing but a picture, and 404 for any other name', async ({
  request,
  givenPost,
}) => {
  const address = addressOf(unique('b'));
  const { slug } = await givenPost({ content: `![Bild](${address})` });
  await untilRefused(address);
  await storeCopy(address);
  const html = async () => (await request.get(`/post/${slug}`)).text();
  await expect.poll(html).toContain('/_pictures/');
  const [src = ''] = /\/_pictures\/[^"]+/.exec(await html()) ?? [];
  const response = await request.get(src);
  expect([response.status(), response.headers()]).toMatchObject([
    200,
    {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  ]);
  const etag = response.headers().etag ?? '';
  expect((await request.get(src, { headers: { 'if-none-match': etag } })).status()).toBe(304);
  for (const path of [src.replace('.png', '.svg'), '/_pictures/', `/_pictures/${'0'.repeat(64)}.png`, `${src}/a`]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('Reader of a feed gets the picture of the other host as it was written', async ({ request, givenPost }) => {
  const address = addressOf(unique('c'));
  const { slug } = await givenPost({ content: `![Bild](${address})`, published_at: new Date().toISOString() });
  const feed = async () => (await request.get('/rss.xml')).text();
  await expect.poll(feed).toContain(slug);
  expect(await feed()).toContain(address);
});
