import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { removeAfterwards, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { requestPublication } from '../../records/data/publication.ts';
import { fillNewPost, openAdmin, openNewPost, press, signInAdmin } from '../../testing/open-admin.ts';

afterEach(() => signOut());

/** Signs in as a new account with a role. */
async function givenRole(role: 'editor' | 'author'): Promise<void> {
  const email = `${unique('rolle-')}@example.com`;
  expect(await signUp(email, 'geheim-1')).toBeNull();
  expect(await signIn(email, 'geheim-1')).toBeNull();
  const account = sessionStore.getState().user?.id ?? '';
  await signOut();
  await signInAdmin();
  expect((await (await staffClient()).rpc('set_role', { account, role })).error).toBeNull();
  await signOut();
  expect(await signIn(email, 'geheim-1')).toBeNull();
}

async function givenOwnPost() {
  const slug = unique('rolle-');
  removeAfterwards('posts', 'slug', slug);
  const post = { title: slug, slug, content: 'Text', published_at: null };
  const { data } = await (await staffClient()).from('posts').insert(post).select('id').single().throwOnError();
  return { title: slug, id: data.id };
}

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

test('an author requests the publication of a draft, and withdraws the request', async () => {
  await givenRole('author');
  const { id } = await givenOwnPost();
  const { user } = await openAdmin(`/admin/posts/edit/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Request Publication' }));
  await user.click(await screen.findByRole('button', { name: 'Withdraw Request' }));
  await screen.findByRole('button', { name: 'Request Publication' });
});

test('a publisher sees on the dashboard and in the form what waits, and who asked', async () => {
  await givenRole('author');
  const { id, title } = await givenOwnPost();
  await requestPublication(await staffClient(), 'posts', id);
  const asker = sessionStore.getState().user?.email ?? '';
  await signOut();
  const { user } = await openAdmin('/admin');
  const waiting = await screen.findByRole('region', { name: 'Waiting for publication' });
  expect(waiting.textContent).toContain(asker);
  await user.click(await screen.findByRole('link', { name: title }));
  await screen.findByText(`${asker} asked for its publication`, { exact: false });
  await screen.findByRole('button', { name: 'Publish' });
});
