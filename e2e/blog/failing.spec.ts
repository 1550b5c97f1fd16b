import { holdRequests } from '../platform/held-requests.ts';
import { hydrate } from '../platform/hydrate.ts';
import { expect, test } from './editor.ts';

const DATA = /\/_data\/|\/rest\/v1\//;

test('Reader sees a notice when data cannot be read, and a retry loads the page', { tag: '@smoke' }, async ({
  page,
  givenPost,
}) => {
  const { title, slug } = await givenPost();
  await page.goto('/elemente');
  await hydrate(page);
  await page.route(DATA, (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
  await expect(page.getByText('No posts available yet')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Die Daten konnten nicht geladen werden.');
  await page.unroute(DATA);
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(page.getByRole('link', { name: 'Read more' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto(`/post/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('Reader sees the loading text while a slow backend answers', async ({ page }) => {
  await page.goto('/elemente');
  await hydrate(page);
  const release = await holdRequests(page, DATA);
  await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
  await expect(page.getByText('Loading...')).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Read more' })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});
