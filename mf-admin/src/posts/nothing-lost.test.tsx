import { serviceClient, stored } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { answerOnce, counting, expired } from '../testing/network.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, storedInput, submit } from '../testing/open-admin.ts';

const RESTORED = 'Your unsaved input was restored.';

/** Types a title in the form of a post. */
async function typed() {
  const post = await givenPost();
  const opened = await openAdmin(addresses.editPost(post));
  await fill('Title', 'Meiner');
  const titled = async () => (await stored('posts', post.id))?.title;
  return { ...opened, post, titled };
}
const shows = (title: string) => waitFor(async () => expect((await field('Title')).value).toBe(title));

test('saving a post that was deleted meanwhile shows an error and keeps the input', async () => {
  const { post } = await typed();
  await serviceClient().from('posts').delete().eq('id', post.id);
  press('Update Post');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to save post.*deleted this meanwhile/);
  await shows('Meiner');
});

test('without room a save says why; the input stays, also over a reload, until it is saved', async () => {
  const message = 'The disk of this site is almost full, so nothing new is stored. Ask whoever runs the site.';
  const full = { code: 'PT507', message, details: null, hint: 'room' };
  answerOnce('POST', 'posts', async () => Response.json(full, { status: 507 }));
  const { slug, path, unmount } = await openNewPost();
  await fillNewPost(slug);
  press('Create Post');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(path()).toBe(addresses.newPost);
  expect((await field('Content')).value).toBe('## Hallo\n\nText');
  unmount();
  const again = await openAdmin(addresses.newPost);
  await screen.findByText(RESTORED);
  await submit(again.path, 'Create Post', addresses.dashboard);
  expect(storedInput()).toEqual([]);
  const { data } = await serviceClient().from('posts').select('content').eq('slug', slug);
  expect(data).toEqual([{ content: '## Hallo\n\nText' }]);
});

test('restored input older than another save is a conflict; Reload sets it aside, later input is kept', async () => {
  const { post, unmount, titled } = await typed();
  const rename = (title: string) => serviceClient().from('posts').update({ title }).eq('id', post.id).throwOnError();
  const reload = async (theirs: string) => {
    press('Update Post');
    await screen.findByText('Somebody else has changed this meanwhile.');
    press('Reload');
    await shows(theirs);
  };
  unmount();
  await rename('Ihrer');
  const again = await openAdmin(addresses.editPost(post));
  await screen.findByText(RESTORED);
  await reload('Ihrer');
  await fill('Title', 'Später');
  again.unmount();
  const { path } = await openAdmin(addresses.editPost(post));
  await shows('Später');
  await rename('Ihr nächster');
  await reload('Ihr nächster');
  press('Bring back my input');
  await shows('Später');
  await submit(path, 'Update Post', addresses.dashboard);
  expect(await titled()).toBe('Später');
});

test('leaving with unsaved input needs a confirmation; Cancel discards it without one', async () => {
  const { path, router } = await openAdmin(addresses.newPost);
  await fill('Title', 'Getippt');
  fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  fireEvent.click(question.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(path()).toBe(addresses.newPost);
  expect((await field('Title')).value).toBe('Getippt');
  fireEvent.click(screen.getByRole('link', { name: 'Ads' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe(addresses.ads));
  await router.navigate(addresses.newPost);
  await fill('Title', 'Getippt');
  await submit(path, 'Cancel', addresses.dashboard);
  expect(storedInput()).toEqual([]);
});

test('a token that expires while a form is open: the save succeeds after a silent refresh', async () => {
  const { path, titled } = await typed();
  const refreshed = counting('POST', 'token');
  answerOnce('PATCH', 'posts', expired);
  await submit(path, 'Update Post', addresses.dashboard);
  expect(refreshed()).toBe(1);
  expect(await titled()).toBe('Meiner');
});
