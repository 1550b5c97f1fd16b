import { staffClient } from '@ki/shared/data/clients.ts';
import { stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd, givenCourse, givenPost } from '../testing/given.ts';
import { failing } from '../testing/network.ts';
import { field, fill, openAdmin } from '../testing/open-admin.ts';

const UNSAVED = /What you typed since the last save is not in the preview/;
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Share Preview' }));
const linksOf = async (record: string) =>
  (await (await staffClient()).rpc('list_previews', { record }).throwOnError()).data;

/** Opens the dialog of a record. */
async function share(address: string) {
  const view = await openAdmin(address);
  await view.user.click(await screen.findByRole('button', { name: 'Share Preview' }));
  return { ...view, shown: await dialog() };
}

test('staff make a link, which is shown once, and copy it; what fails says so, and can be tried again', async () => {
  const post = await givenPost();
  const { user } = await openAdmin(addresses.editPost(post));
  const button = await screen.findByRole('button', { name: 'Share Preview' });
  const unlisted = failing('POST', 'rpc/list_previews');
  await user.click(button);
  await screen.findByText(/The links could not be loaded/);
  unlisted();
  await user.click(button);
  const shown = await dialog();
  expect(shown.getByText('No link works at the moment.')).toBeTruthy();
  expect(shown.queryByText(UNSAVED)).toBeNull();
  const failed = failing('POST', 'rpc/create_preview');
  await user.click(shown.getByRole('button', { name: 'Create Link' }));
  await shown.findByText('An error occurred');
  failed();
  await user.click(shown.getByRole('button', { name: 'Create Link' }));
  const { value } = await shown.findByLabelText<HTMLInputElement>('Link');
  expect(value).toMatch(new RegExp(`^${location.origin}/preview/[0-9a-f]{64}$`));
  expect(shown.getByText(/It is shown this once/)).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(value);
  expect((await shown.findByRole('listitem')).textContent).toMatch(/^Until .+Made on .+ by admin@example\.com/);
  await user.click(shown.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

  // Unsaved input is not in the preview, and the dialog submits no form around it.
  await fill('Title', 'Ungespeichert');
  await user.click(button);
  const again = await dialog();
  expect(again.getAllByRole('listitem')).toHaveLength(1);
  expect(again.queryByLabelText('Link')).toBeNull();
  expect(again.getByText(UNSAVED)).toBeTruthy();
  await user.click(again.getByRole('button', { name: 'Create Link' }));
  await again.findByLabelText('Link');
  expect((await field('Title')).value).toBe('Ungespeichert');
  expect(await stored('posts', post.id)).toMatchObject({ title: post.title });
});

test('a new link stays shown while an older one is revoked, and goes with itself; the focus stays', async () => {
  const post = await givenPost({ published_at: null });
  await (await staffClient()).rpc('create_preview', { kind: 'posts', record: post.id }).throwOnError();
  const { user, shown } = await share(addresses.editPost(post));
  await user.click(shown.getByRole('button', { name: 'Create Link' }));
  await waitFor(() => expect(shown.getAllByRole('listitem')).toHaveLength(2));
  const revoke = (index: number) => user.click(shown.getAllByRole('button', { name: 'Revoke' })[index] as HTMLElement);
  await revoke(1);
  await shown.findByText('The link was revoked.');
  expect(shown.getAllByRole('listitem')).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(shown.getByRole('region', { name: 'Links' })));
  expect(shown.getByLabelText('Link')).toBeTruthy();
  expect(await linksOf(post.id)).toHaveLength(1);
  await revoke(0);
  await shown.findByText('No link works at the moment.');
  expect(shown.queryByLabelText('Link')).toBeNull();
});

test('the course builder shares the course; new records and ads have no preview', async () => {
  const course = await givenCourse();
  const { user, router, shown } = await share(addresses.courseBuilder(course));
  await user.click(shown.getByRole('button', { name: 'Create Link' }));
  await waitFor(async () => expect(await linksOf(course.id)).toHaveLength(1));
  for (const address of [addresses.newPost, addresses.editAd(await givenAd())]) {
    await router.navigate(address);
    await field('Title');
    expect(screen.queryByRole('button', { name: 'Share Preview' })).toBeNull();
  }
});
