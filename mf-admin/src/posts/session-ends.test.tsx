import { sessionStore } from '@ki/shared/session/session-store.ts';
import { stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenPost } from '../testing/given.ts';
import { counting, intercept } from '../testing/network.ts';
import { fill, openAdmin, press } from '../testing/open-admin.ts';

test('a token that expires while a form is open: the save succeeds after a silent refresh', async () => {
  const post = await givenPost();
  const { path } = await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Nach dem Ablauf');
  const refreshed = counting('POST', 'token');
  let expired = true;
  intercept(({ method, url }) => {
    if (method !== 'PATCH' || !url.pathname.endsWith('/posts') || !expired) return undefined;
    expired = false;
    return Promise.resolve(Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 }));
  });
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(refreshed()).toBe(1);
  expect((await stored('posts', post.id))?.title).toBe('Nach dem Ablauf');
});

test('a session that ends while a form is open: the input is restored after the next sign-in', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const post = await givenPost();
  const { unmount } = await openAdmin(`/admin/posts/edit/${post.id}`);
  await fill('Title', 'Vor dem Ablauf');
  let over = true;
  intercept(({ method, url }) => {
    const refused = method === 'PATCH' || url.search.includes('grant_type=refresh_token');
    if (!refused || !over) return undefined;
    return Promise.resolve(Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 }));
  });
  press('Update Post');
  await waitFor(() => expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-itself' }));
  over = false;
  unmount();
  const { path } = await openAdmin(`/admin/posts/edit/${post.id}`);
  await screen.findByText('Your unsaved input was restored.');
  press('Update Post');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect((await stored('posts', post.id))?.title).toBe('Vor dem Ablauf');
});
