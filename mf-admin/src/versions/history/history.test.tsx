import { staffClient } from '@ki/shared/data/clients.ts';
import { stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenColleague, givenPost } from '../../testing/given.ts';
import { failing } from '../../testing/network.ts';
import { openAdmin, signInAdmin } from '../../testing/open-admin.ts';

type View = Awaited<ReturnType<typeof openAdmin>>;

beforeAll(signInAdmin);

const history = () => within(screen.getByRole('region', { name: 'History' }));

/** The entries of the history, newest first. */
async function opened({ user }: View) {
  await user.click(await screen.findByRole('button', { name: 'Show history' }));
  await history().findByText('Current version');
  return history()
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByRole('button', { name: 'Show changes' }));
}

async function restore({ user }: View, item: HTMLElement | undefined) {
  if (!item) throw new Error('there is no such entry');
  await user.click(within(item).getByRole('button', { name: 'Restore' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore' }));
}

/** Saves as the signed-in user. */
async function change(id: string, values: { title?: string; content?: string }) {
  await (await staffClient()).from('posts').update(values).eq('id', id);
}

test('Editor sees who changed what in a post, word by word, and can restore an earlier version', async () => {
  const post = await givenPost({ content: 'Ein kurzer Text.' });
  await change(post.id, { content: 'Ein langer Text.' });
  await change(post.id, { title: 'Anders' });
  const view = await openAdmin(addresses.editPost({ id: post.id }));
  const [current, longer, first] = await opened(view);
  expect(current?.textContent).toContain('admin@example.com');
  expect(current?.textContent).toContain('Changed Title');
  expect(longer?.textContent).toContain('Changed Content');
  expect(first?.textContent).toContain('The system');
  expect(first?.textContent).toContain('Created');
  await view.user.click(within(longer as HTMLElement).getByRole('button', { name: 'Show changes' }));
  expect((await history().findByText('kurzer')).tagName).toBe('DEL');
  expect(history().getByText('langer').tagName).toBe('INS');
  await restore(view, first);
  expect(await screen.findByDisplayValue(post.title)).toBeTruthy();
  expect(await history().findByText('Changed Content, Title')).toBeTruthy();
  expect(await stored('posts', post.id)).toMatchObject({ title: post.title, content: 'Ein kurzer Text.' });
  expect(screen.getByText(/^This is the version of .* again\.$/)).toBeTruthy();
});

test('The history names an account by its address, also when it calls itself like a colleague', async () => {
  const { email, client } = await givenColleague();
  await client.auth.updateUser({ data: { display_name: 'chefin@example.com' } });
  const post = await givenPost();
  await client.from('posts').update({ title: 'Anders' }).eq('id', post.id).throwOnError();
  const [current] = await opened(await openAdmin(addresses.editPost({ id: post.id })));
  expect(within(current as HTMLElement).getByText(email).tagName).toBe('STRONG');
  expect(within(current as HTMLElement).getByText('(chefin@example.com)').tagName).not.toBe('STRONG');
});

test('Restoring an earlier version does not overwrite a save in between', async () => {
  const post = await givenPost();
  await change(post.id, { title: 'Zwei' });
  const view = await openAdmin(addresses.editPost({ id: post.id }));
  const [, first] = await opened(view);
  await change(post.id, { title: 'Drei' });
  await restore(view, first);
  expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeTruthy();
  expect(await stored('posts', post.id)).toMatchObject({ title: 'Drei' });
});

test('A history that cannot be read shows an error, a retry reads it, in parts, back to the creation of the record', async () => {
  const post = await givenPost();
  for (let number = 1; number <= 20; number += 1) await change(post.id, { title: `Titel ${number}` });
  const { user } = await openAdmin(addresses.editPost({ id: post.id }));
  const answering = failing('POST', 'rpc/history');
  await user.click(await screen.findByRole('button', { name: 'Show history' }));
  expect(await screen.findByText('The history could not be loaded.')).toBeTruthy();
  answering();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await history().findByText('Current version');
  const entries = () => history().getAllByRole('button', { name: 'Show changes' });
  expect(entries()).toHaveLength(20);
  await user.click(history().getByRole('button', { name: 'Show older changes' }));
  await waitFor(() => expect(entries()).toHaveLength(21));
  expect(history().getByText('Created')).toBeTruthy();
  expect(history().queryByText('Before these changes')).toBeNull();
  expect(history().queryByRole('button', { name: 'Show older changes' })).toBeNull();
});
