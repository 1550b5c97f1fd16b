import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signOut, signUp } from '@ki/shared/session/session-store.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fillNewPost, openNewPost, press, signInAdmin } from '../../testing/open-admin.ts';

afterEach(() => signOut());

/** Signs in as a new author. */
async function givenAuthor(): Promise<void> {
  const email = `autorin-${crypto.randomUUID().slice(0, 8)}@example.com`;
  expect(await signUp(email, 'geheim-1')).toBeNull();
  expect(await signIn(email, 'geheim-1')).toBeNull();
  const account = sessionStore.getState().user?.id ?? '';
  await signOut();
  await signInAdmin();
  expect((await (await staffClient()).rpc('set_role', { account, role: 'author' })).error).toBeNull();
  await signOut();
  expect(await signIn(email, 'geheim-1')).toBeNull();
}

test('an author cannot publish, and reads why beside the button; Save Draft stores', async () => {
  await givenAuthor();
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
