import { sessionStore } from '@ki/shared/session/session-store.ts';
import { serviceClient, stored } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { counting, intercept } from '../testing/network.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, storedInput, submit } from '../testing/open-admin.ts';

const CONFLICT = 'Somebody else has changed this meanwhile.';
const RESTORED = 'Your unsaved input was restored.';

/** Types a title in the form of a post. */
async function typed() {
  const post = await givenPost();
  const opened = await openAdmin(addresses.editPost(post));
  await fill('Title', 'Meiner');
  const titled = async () => (await stored('posts', post.id))?.title;
  return { ...opened, post, titled, renamed: () => rename(post.id) };
}
const rename = (id: string) => serviceClient().from('posts').update({ title: 'Ihrer' }).eq('id', id).throwOnError();
const shows = (title: string) => waitFor(async () => expect((await field('Title')).value).toBe(title));

test('On a conflict with another save, Editor can reload, bring the input back and save it', async () => {
  const { path, renamed, titled } = await typed();
  await renamed();
  press('Update Post');
  await screen.findByText(CONFLICT);
  press('Reload');
  await shows('Ihrer');
  press('Bring back my input');
  await shows('Meiner');
  await submit(path, 'Update Post', addresses.dashboard);
  expect(await titled()).toBe('Meiner');
});

test('saving a post that was deleted meanwhile shows an error and keeps the input', async () => {
  const { post } = await typed();
  await serviceClient().from('posts').delete().eq('id', post.id);
  press('Update Post');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Failed to save post.*deleted this meanwhile/);
  await shows('Meiner');
});

test('without room a save says why and what to do; the input stays, also over a reload, and is saved later', async () => {
  let isFull = true;
  const message = 'The disk of this site is almost full, so nothing new is stored. Ask whoever runs the site.';
  const answer = { code: 'PT507', message, details: null, hint: 'room' };
  intercept(({ method, url }) =>
    isFull && method === 'POST' && url.pathname.endsWith('/posts')
      ? Promise.resolve(Response.json(answer, { status: 507 }))
      : undefined,
  );
  const { slug, path, unmount } = await openNewPost();
  await fillNewPost(slug);
  press('Create Post');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(path()).toBe(addresses.newPost);
  expect((await field('Content')).value).toBe('## Hallo\n\nText');
  unmount();
  const again = await openAdmin(addresses.newPost);
  await screen.findByText(RESTORED);
  isFull = false;
  await submit(again.path, 'Create Post', addresses.dashboard);
  expect(await serviceClient().from('posts').select('content').eq('slug', slug)).toMatchObject({
    data: [{ content: '## Hallo\n\nText' }],
  });
});

test('unsaved input survives a reload and is removed after saving', async () => {
  const { slug, unmount } = await openNewPost();
  await fillNewPost(slug);
  unmount();
  const { path } = await openAdmin(addresses.newPost);
  expect(await screen.findByText(RESTORED)).toBeTruthy();
  expect((await field('Slug')).value).toBe(slug);
  await submit(path, 'Create Post', addresses.dashboard);
  expect(storedInput()).toEqual([]);
});

test('restored input that is older than another save is a conflict; Reload sets it aside, and later input is kept', async () => {
  const { post, unmount, renamed } = await typed();
  unmount();
  await renamed();
  const again = await openAdmin(addresses.editPost(post));
  await screen.findByText(RESTORED);
  press('Update Post');
  await screen.findByText(CONFLICT);
  press('Reload');
  await shows('Ihrer');
  expect(screen.getByRole('button', { name: 'Bring back my input' })).toBeTruthy();
  await fill('Title', 'Später');
  again.unmount();
  await openAdmin(addresses.editPost(post));
  await shows('Später');
});

test('leaving with unsaved input needs a confirmation', async () => {
  const { path } = await openAdmin(addresses.newPost);
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
});

test('Cancel discards the input and returns without a confirmation', async () => {
  const { path } = await openAdmin(addresses.newPost);
  await fill('Title', 'Getippt');
  await submit(path, 'Cancel', addresses.dashboard);
  expect(storedInput()).toEqual([]);
});

const expired = () => Promise.resolve(Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 }));

test('a token that expires while a form is open: the save succeeds after a silent refresh', async () => {
  const { path, titled } = await typed();
  const refreshed = counting('POST', 'token');
  let isOver = true;
  intercept(({ method, url }) => {
    if (method !== 'PATCH' || !url.pathname.endsWith('/posts') || !isOver) return undefined;
    isOver = false;
    return expired();
  });
  await submit(path, 'Update Post', addresses.dashboard);
  expect(refreshed()).toBe(1);
  expect(await titled()).toBe('Meiner');
});

test('a session that ends while a form is open: the input is restored after the next sign-in', async () => {
  const { post, unmount, titled } = await typed();
  let isOver = true;
  intercept(({ method, url }) => {
    const isRefused = method === 'PATCH' || url.search.includes('grant_type=refresh_token');
    return isRefused && isOver ? expired() : undefined;
  });
  press('Update Post');
  await waitFor(() => expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' }));
  isOver = false;
  unmount();
  const { path } = await openAdmin(addresses.editPost(post));
  await screen.findByText(RESTORED);
  await submit(path, 'Update Post', addresses.dashboard);
  expect(await titled()).toBe('Meiner');
});
