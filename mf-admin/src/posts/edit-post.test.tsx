import { toLocalInput } from '@ki/shared/format/dates.ts';
import { stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenPost } from '../testing/given.ts';
import { failing } from '../testing/network.ts';
import { field, fill, openAdmin, press } from '../testing/open-admin.ts';

test('on edit the slug is not auto-changed, and an untouched date is saved unchanged', async () => {
  const post = await givenPost({ excerpt: 'Kurz' });
  const { path } = await openAdmin(`/admin/posts/edit/${post.id}`);
  expect((await field('Publish Date')).value).toBe(toLocalInput(post.published_at));
  await fill('Title', 'Neuer Titel');
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  const { title, slug, published_at, excerpt } = (await stored('posts', post.id)) ?? {};
  expect({ title, slug, published_at, excerpt }).toEqual({
    title: 'Neuer Titel',
    slug: post.slug,
    published_at: post.published_at,
    excerpt: 'Kurz',
  });
});

test('an empty date stays empty on edit', async () => {
  const draft = await givenPost({ published_at: null });
  const { path } = await openAdmin(`/admin/posts/edit/${draft.id}`);
  await fill('Title', 'Immer noch ein Entwurf');
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect((await stored('posts', draft.id))?.published_at).toBeNull();
});

test("'Failed to load post': it cannot be read, and a retry reads it", async () => {
  const post = await givenPost();
  const answering = failing('GET', 'posts');
  await openAdmin(`/admin/posts/edit/${post.id}`);
  expect(await screen.findByText('Failed to load post')).toBeTruthy();
  expect(screen.queryByLabelText('Title')).toBeNull();
  answering();
  press('Try again');
  expect((await field('Title')).value).toBe(post.title);
});

test("'Failed to load post': the categories cannot be read, and saving would lose the post's own", async () => {
  const post = await givenPost();
  failing('GET', 'categories');
  await openAdmin(`/admin/posts/edit/${post.id}`);
  expect(await screen.findByText('Failed to load post')).toBeTruthy();
  expect(screen.queryByLabelText('Title')).toBeNull();
});

test("'Failed to load post': it does not exist", async () => {
  await openAdmin('/admin/posts/edit/00000000-0000-4000-8000-000000000000');
  expect(await screen.findByText('Failed to load post')).toBeTruthy();
});

test("'Failed to save post': the input stays", async () => {
  const post = await givenPost();
  await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Getippt');
  failing('PATCH', 'posts');
  press('Update Post');
  expect(await screen.findByText('Failed to save post')).toBeTruthy();
  expect((await field('Title')).value).toBe('Getippt');
});
