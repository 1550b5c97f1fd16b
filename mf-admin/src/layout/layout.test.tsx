import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore, signIn, signUp } from '@ki/shared/session/session-store.ts';
import { given, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenCourse, givenPost } from '../testing/given.ts';
import { givenRole } from '../testing/given-role.ts';
import { respondWith } from '../testing/network.ts';
import { fill, openAdmin, press, storedInput, submit, textsOf } from '../testing/open-admin.ts';

test('a signed-in account that is not staff sees a clear refusal instead of any page', async () => {
  respondWith('rpc/is_staff', false);
  await openAdmin('/admin/ads');
  expect((await screen.findByRole('alert')).textContent).toContain('This account has no access to the admin area.');
  expect(screen.queryByRole('heading', { name: 'Ads Management' })).toBeNull();
});

test('one field finds records by their titles, a lesson in its course, and screens by their names', async () => {
  const course = await givenCourse();
  const module = await given('modules', { course_id: course.id, title: 'Modul', order_position: 0 });
  const word = unique('Fundwort');
  const lesson = await given('lessons', {
    module_id: module.id,
    title: `${word} hier`,
    content: 'x',
    order_position: 0,
  });
  const post = await givenPost({ title: `Ein ${word}` });
  const { user, router, path } = await openAdmin('/admin/ads');
  await screen.findByRole('heading', { name: 'Ads Management' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('searchbox', { name: 'Title or screen' }), `${word.toLowerCase()} ein`);
  const dialog = within(screen.getByRole('dialog', { name: 'Find' }));
  expect(await dialog.findByRole('link', { name: `${post.title} Post` })).toBeTruthy();
  expect(dialog.getByRole('status').textContent).toBe('1 result');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe(`/admin/posts/edit/${post.id}`));
  expect(screen.queryByRole('dialog')).toBeNull();

  await user.click(await screen.findByRole('button', { name: 'Find' }));
  await user.type(await screen.findByRole('searchbox', { name: 'Title or screen' }), `${word} hier`);
  await screen.findByRole('link', { name: `${lesson.title} Lesson` });
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(path()).toBe(`/admin/courses/builder/${course.id}`));
  expect(router.state.location.search).toContain(lesson.id);

  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('searchbox', { name: 'Title or screen' }), 'menu foo');
  expect(await screen.findByRole('link', { name: 'Menu and Footer Screen' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
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
  const named = textsOf(question.getAllByRole('listitem'));
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
