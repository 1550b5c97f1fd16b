import { sessionStore } from '@ki/shared/session/session-store.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenOwnPost, givenRole } from '../../testing/given-role.ts';
import { leave } from '../../testing/leave.ts';
import { fillNewPost, openAdmin, openNewPost, press } from '../../testing/open-admin.ts';

afterEach(leave);

test('an author cannot publish, and reads why beside the button; Save Draft stores', async () => {
  await givenRole('author');
  const { slug, path } = await openNewPost();
  await fillNewPost(slug);
  await screen.findByText(/request its publication/);
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Post' });
  expect(submit.disabled).toBe(true);
  expect(document.getElementById(submit.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^Authors/);
  press('Save Draft');
  await waitFor(() => expect(path()).toBe('/admin'));
  const { data } = await serviceClient().from('posts').select('published_at').eq('slug', slug).single().throwOnError();
  expect(data.published_at).toBeNull();
});

test('an author requests a publication, and withdraws it; a publisher sees what waits, and who asked', async () => {
  await givenRole('author');
  const { id, title } = await givenOwnPost();
  const author = await openAdmin(addresses.editPost({ id }));
  await author.user.click(await screen.findByRole('button', { name: 'Request Publication' }));
  await author.user.click(await screen.findByRole('button', { name: 'Withdraw Request' }));
  await author.user.click(await screen.findByRole('button', { name: 'Request Publication' }));
  await screen.findByRole('button', { name: 'Withdraw Request' });
  const asker = sessionStore.getState().user?.email ?? '';
  author.unmount();
  await leave();
  const { user } = await openAdmin(addresses.dashboard);
  const waiting = await screen.findByRole('region', { name: 'Waiting for publication' });
  expect(waiting.textContent).toContain(asker);
  await user.click(await screen.findByRole('link', { name: title }));
  await screen.findByText(`${asker} asked for its publication`, { exact: false });
  await screen.findByRole('button', { name: 'Publish' });
});

test('pages of publishers say so to an author, are not in the menu, and their forms save nothing', async () => {
  await givenRole('author');
  await openAdmin('/admin/categories/new');
  await screen.findByText('Only publishers change this.');
  expect(screen.queryByRole('link', { name: 'Categories' })).toBeNull();
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Category' });
  await waitFor(() => expect(submit.disabled || !submit.isConnected).toBe(true));
  await screen.findByText('Only publishers may do this.');
});

test('an author sees accounts without the forms of publishers', async () => {
  await givenRole('author');
  await openAdmin('/admin/accounts');
  const staff = within(await screen.findByRole('table', { name: 'Staff' }));
  expect(await staff.findAllByRole('button', { name: 'Export' })).toHaveLength(1);
  expect(staff.queryByRole('button', { name: 'Remove Access' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Invite a colleague' })).toBeNull());
});
