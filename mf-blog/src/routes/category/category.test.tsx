import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { remote } from '../../module.ts';
import { givenCategory, givenPost, givenPosts } from '../../testing/given.ts';

const open = (slug: string, page = '') => renderRoute(remote.routes, `/category/${slug}${page}`);
const shown = () => screen.getAllByRole('link', { name: /^LESEN/ }).map((link) => link.getAttribute('href'));

test('Heading is the category name, post count, list of post cards without drafts and scheduled posts', async () => {
  const category = await givenCategory();
  for (const published_at of [null, '2999-01-01T00:00:00Z'])
    await givenPost({ category_id: category.id, published_at });
  const older = await givenPost({ category_id: category.id, published_at: '2001-01-01T00:00:00Z' });
  const newer = await givenPost({ category_id: category.id });
  await givenPost();
  open(category.slug);
  expect(await screen.findByRole('heading', { level: 1, name: category.name })).toBeTruthy();
  expect(screen.getByText('2 Beiträge')).toBeTruthy();
  expect(shown()).toEqual([`/post/${newer.slug}`, `/post/${older.slug}`]);
});

test("Empty state 'No posts found in this category.'", async () => {
  const category = await givenCategory();
  open(category.slug);
  expect(await screen.findByText('No posts found in this category.')).toBeTruthy();
  expect(screen.getByText('0 Beiträge')).toBeTruthy();
});

test('Each page continues the one before, and the last page has no link to a next one', async () => {
  const category = await givenCategory();
  const posts = (await givenPosts(101, { category_id: category.id })).map(({ slug }) => `/post/${slug}`);
  const first = open(category.slug);
  expect(await screen.findByText('101 Beiträge')).toBeTruthy();
  expect(shown()).toEqual(posts.slice(0, 100));
  const more = screen.getByRole('link', { name: 'Weitere Beiträge' });
  expect(more.getAttribute('href')).toBe(`/category/${category.slug}?seite=2`);
  first.unmount();
  open(category.slug, '?seite=2');
  expect(await screen.findByRole('heading', { level: 1, name: `${category.name}, Seite 2` })).toBeTruthy();
  expect(shown()).toEqual(posts.slice(100));
  expect(screen.queryByRole('link', { name: 'Weitere Beiträge' })).toBeNull();
});

test.each(['', '?seite=2', '?seite=1000000'])('An unknown category or page is not found: %j', async (page) => {
  const category = await givenCategory();
  await givenPost({ category_id: category.id });
  open(page ? category.slug : 'gibt-es-nicht', page);
  expect(await screen.findByRole('heading', { level: 1, name: 'Kategorie nicht gefunden' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zur Startseite' })).toBeTruthy();
});
