import { stored } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenPost } from '../testing/given.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, storedInput } from '../testing/open-admin.ts';

async function conflict() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const post = await givenPost();
  const opened = await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Meiner');
  await serviceClient().from('posts').update({ title: 'Ihrer' }).eq('id', post.id);
  press('Update Post');
  await screen.findByText('Somebody else has changed this meanwhile.');
  return { ...opened, post };
}

test('On a conflict with another save, Editor can overwrite it', async () => {
  const { post, path } = await conflict();
  expect((await stored('posts', post.id))?.title).toBe('Ihrer');
  press('Overwrite');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect((await stored('posts', post.id))?.title).toBe('Meiner');
});

test('On a conflict with another save, Editor can reload, bring the input back and save it', async () => {
  const { post, path } = await conflict();
  press('Reload');
  await waitFor(async () => expect((await field('Title')).value).toBe('Ihrer'));
  press('Bring back my input');
  await waitFor(async () => expect((await field('Title')).value).toBe('Meiner'));
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect((await stored('posts', post.id))?.title).toBe('Meiner');
});

test('saving a post that was deleted meanwhile shows an error and keeps the input', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const post = await givenPost();
  await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Meiner');
  await serviceClient().from('posts').delete().eq('id', post.id);
  press('Update Post');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to save post.*deleted this meanwhile/);
  expect((await field('Title')).value).toBe('Meiner');
  press('Cancel');
});

test('unsaved input survives a reload and is removed after saving', async () => {
  const { slug, unmount } = await openNewPost();
  await fillNewPost(slug);
  unmount();
  const { path } = await openAdmin('/admin/posts/new');
  expect(await screen.findByText('Your unsaved input was restored.')).toBeTruthy();
  expect((await field('Slug')).value).toBe(slug);
  press('Create Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(storedInput()).toEqual([]);
});

/** Opens a post with input that another user's save is newer than, and tries to save it. */
async function openedWithOlderInput() {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const post = await givenPost();
  const { unmount } = await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Meiner');
  unmount();
  await serviceClient().from('posts').update({ title: 'Ihrer' }).eq('id', post.id);
  const view = await openAdmin(`/admin/posts/edit/${post.id}`);
  await screen.findByText('Your unsaved input was restored.');
  press('Update Post');
  return { ...view, post };
}

test('restored input keeps its base version, so that another save in between is a conflict', async () => {
  await openedWithOlderInput();
  expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeTruthy();
  press('Cancel');
});

test('restored input whose record is shown already can be set aside by Reload, and later input is kept', async () => {
  const { post, unmount } = await openedWithOlderInput();
  await screen.findByText('Somebody else has changed this meanwhile.');
  press('Reload');
  await waitFor(async () => expect((await field('Title')).value).toBe('Ihrer'));
  expect(screen.getByRole('button', { name: 'Bring back my input' })).toBeTruthy();
  await fill('Title', 'Später');
  unmount();
  await openAdmin(`/admin/posts/edit/${post.id}`);
  await waitFor(async () => expect((await field('Title')).value).toBe('Später'));
  press('Cancel');
});

test('leaving with unsaved input needs a confirmation', async () => {
  const { path } = await openAdmin('/admin/posts/new');
  await fill('Title', 'Getippt');
  fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  fireEvent.click(question.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe('/admin/posts/new');
  expect((await field('Title')).value).toBe('Getippt');
  fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/admin/ads'));
});

test('Cancel discards the input and returns without a confirmation', async () => {
  const { path } = await openAdmin('/admin/posts/new');
  await fill('Title', 'Getippt');
  press('Cancel');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(storedInput()).toEqual([]);
});
