import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signUp } from '@ki/shared/session/session-store.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenRole } from '../testing/given-role.ts';
import { respondWith } from '../testing/network.ts';
import { fill, openAdmin, press, storedInput, submit } from '../testing/open-admin.ts';

test('a signed-in account that is not staff sees a clear refusal instead of any page', async () => {
  respondWith('rpc/is_staff', false);
  await openAdmin('/admin/ads');
  expect((await screen.findByRole('alert')).textContent).toContain('This account has no access to the admin area.');
  expect(screen.queryByRole('heading', { name: 'Ads Management' })).toBeNull();
});

/** Input of a form that was closed without saving, as by a lost power supply, and the form of another record. */
async function givenDrafts() {
  const { unmount } = await openAdmin('/admin/workshops/new');
  await fill('Title', 'Prompten');
  unmount();
  const opened = await openAdmin('/admin/posts/new');
  await fill('Title', 'Getippt');
  return opened;
}

// Sign Out ends all sessions of an account: not those of the administrator, whom other files have, too.
test('Sign Out names the drafts that it would delete, Stay Signed In keeps them, and Sign Out and Delete ends the session', async () => {
  await givenRole('author');
  const { path } = await givenDrafts();
  press('Sign Out');
  const question = within(await screen.findByRole('dialog', { name: 'Sign out and delete your unsaved input?' }));
  const named = question.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(named.sort()).toEqual(['New Post: Getippt', 'New Workshop: Prompten']);
  fireEvent.click(question.getByRole('button', { name: 'Stay Signed In' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(path()).toBe('/admin/posts/new');
  expect(sessionStore.getState().status).toBe('signed-in');
  // One in each storage of the browser.
  expect(storedInput()).toHaveLength(4);
  press('Sign Out');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign Out and Delete' }));
  await waitFor(() => expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', ended: 'by-user' }));
  expect(storedInput()).toEqual([]);
  const tokens = () => Object.keys(localStorage).filter((key) => key.endsWith('auth-token'));
  await waitFor(() => expect(tokens()).toEqual([]));
});

test('another account does not see the drafts of a session that ended by itself, nor deletes them', async () => {
  const other = `andere-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await signUp(other, 'geheim-1');
  const { unmount } = await givenDrafts();
  unmount();
  await (await staffClient()).auth.signOut({ scope: 'local' });
  expect(storedInput()).toHaveLength(4);
  await signIn(other, 'geheim-1');
  const { path } = await openAdmin('/admin/posts/new');
  await screen.findByRole('heading', { name: 'New Post' });
  expect(screen.queryByText('Your unsaved input was restored.')).toBeNull();
  await submit(path, 'Sign Out', '/login');
  expect(storedInput()).toHaveLength(4);
});
