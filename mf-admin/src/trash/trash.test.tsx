import { serviceClient, stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd, givenCourse, givenModules, givenPost, storedModules } from '../testing/given.ts';
import { failing, respondWith } from '../testing/network.ts';
import { buttonIn, openAdmin, rowOf } from '../testing/open-admin.ts';

const trashed = (table: 'posts' | 'courses' | 'ads', id: string) => serviceClient().from(table).delete().eq('id', id);

/** Searches all pages of the trash, because other tests delete more rows than a page shows. */
async function trashRowOf({ user }: Awaited<ReturnType<typeof openAdmin>>, title: string) {
  for (;;) {
    await screen.findByRole('table', { name: 'Trash' });
    const row = screen.queryByText(title)?.closest('tr');
    if (row) return within(row);
    const { textContent: page } = screen.getByText(/^Page \d+ of/);
    await user.click(screen.getByRole('link', { name: 'Next page' }));
    await waitFor(() => expect(screen.getByText(/^Page \d+ of/).textContent).not.toBe(page));
  }
}

test('Editor restores a course with its modules and lessons, and a post whose slug was taken; a row says why it was not restored', async () => {
  const course = await givenCourse();
  await givenModules(course.id, [2, 1]);
  const before = await storedModules(course.id);
  await trashed('courses', course.id);
  const [post, other] = [await givenPost(), await givenPost()];
  await trashed('posts', post.id);
  await trashed('posts', other.id);
  const view = await openAdmin(addresses.trash);
  const { user, router } = view;
  const row = await trashRowOf(view, course.title);
  for (const text of ['Online Course', '2 modules, 3 lessons', 'The system']) expect(row.getByText(text)).toBeTruthy();
  const answering = failing('POST', 'rpc/restore_deleted');
  await user.click(row.getByRole('button', { name: 'Restore' }));
  expect(await row.findByText('It could not be restored. Please try again from the trash.')).toBeTruthy();
  answering();
  await user.click(row.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`“${course.title}” is back.`));
  const isOffTheList = (title: string) =>
    waitFor(() => expect(screen.queryByText(title)?.closest('tr') ?? null).toBeNull());
  await isOffTheList(course.title);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Restore'));
  expect(await storedModules(course.id)).toEqual(before);

  await givenPost({ slug: post.slug });
  await router.navigate(addresses.trash);
  await user.click((await trashRowOf(view, post.title)).getByRole('button', { name: 'Restore' }));
  await screen.findByText(/Its slug was taken meanwhile and has a number now\./);
  expect(await stored('posts', post.id)).toMatchObject({ slug: `${post.slug}-2` });

  // The list was read again: a row of before would go away with its reason.
  await isOffTheList(post.title);
  const back = await trashRowOf(view, other.title);
  await serviceClient().from('posts').insert(other);
  await user.click(back.getByRole('button', { name: 'Restore' }));
  expect(await back.findByText('It is back already.')).toBeTruthy();
});

test("without deletions: 'The trash is empty'; a failed read can be retried", async () => {
  respondWith('rpc/trash', []);
  const answering = failing('POST', 'rpc/trash');
  const { user } = await openAdmin(addresses.trash);
  await screen.findByText('The data could not be loaded.');
  answering();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The trash is empty')).toBeTruthy();
});

test('Editor can undo a deletion from its message, by keyboard too', async () => {
  const ad = await givenAd();
  const { user } = await openAdmin(addresses.ads);
  await user.click(buttonIn(await rowOf(ad.title), 'Delete'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  const undo = await screen.findByRole('button', { name: 'Undo' });
  expect(screen.getByText(`“${ad.title}” was deleted.`)).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(ad.title)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(undo));
  await user.keyboard('{Enter}');
  expect(await rowOf(ad.title)).toBeTruthy();
  expect(screen.getByText(`“${ad.title}” is back.`)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(await stored('ads', ad.id)).toMatchObject({ id: ad.id, created_at: ad.created_at });
});
