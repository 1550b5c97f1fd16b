import { serviceClient } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { DRAFT_SAVED, field, fill, fillNewPost, openNewPost } from '../../testing/open-admin.ts';

const bySlug = async (slug: string) =>
  (await serviceClient().from('posts').select().eq('slug', slug).maybeSingle().throwOnError()).data;

test('Ctrl+S in a new post stores a draft; the form goes on at its address', async () => {
  const { slug, path, user } = await openNewPost();
  await fillNewPost(slug);
  const title = await field('Title');
  title.focus();
  title.setSelectionRange(3, 3);
  await user.keyboard('{Control>}s{/Control}');
  expect(await screen.findByText(DRAFT_SAVED)).toBeTruthy();
  const post = await bySlug(slug);
  expect(post).toMatchObject({ title: 'Ein Titel', published_at: null });
  await waitFor(() => expect(path()).toBe(addresses.editPost({ id: post?.id ?? '' })));
  expect(await field('Title')).toBe(title);
  expect(document.activeElement).toBe(title);
  expect(title.selectionStart).toBe(3);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Post');
  await fill('Title', 'Ein zweiter Titel');
  await user.keyboard('{Enter}');
  await waitFor(async () => expect((await bySlug(slug))?.title).toBe('Ein zweiter Titel'));
  expect((await bySlug(slug))?.published_at).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Update Post' }));
  await waitFor(() => expect(path()).toBe(addresses.dashboard));
});

test('After a new post that went on at its address, New Post begins with an empty form', async () => {
  const { slug, path, user } = await openNewPost();
  await fillNewPost(slug);
  fireEvent.click(screen.getByRole('button', { name: 'Save Draft' }));
  await waitFor(async () => expect(path()).toBe(addresses.editPost({ id: (await bySlug(slug))?.id ?? '' })));
  await user.click(await screen.findByRole('link', { name: 'New Post' }));
  expect(await screen.findByRole('button', { name: 'Create Post' })).toBeTruthy();
  expect((await field('Title')).value).toBe('');
});
