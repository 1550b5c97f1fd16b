import { stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenColleague, givenPost } from '../testing/given.ts';
import { counting, failing } from '../testing/network.ts';
import { field, fill, openAdmin, openNewPost, submit } from '../testing/open-admin.ts';

/** A colleague who opens and closes a post. */
async function colleagueAt(record: string) {
  const { email, client } = await givenColleague();
  const call = async (name: 'open_record' | 'close_record') =>
    (await client.rpc(name, { kind: 'posts', record }).throwOnError()).data;
  return { email, open: () => call('open_record'), close: () => call('close_record') };
}

test('Editor sees before typing who else has the post open, who sees it, too, with a heartbeat each 20 seconds', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  const post = await givenPost();
  const colleague = await colleagueAt(post.id);
  await colleague.open();
  const { unmount } = await openAdmin(addresses.editPost(post));
  expect((await screen.findByText(`Also open: ${colleague.email}`)).closest('[role="status"]')).not.toBeNull();
  await waitFor(async () => expect(await colleague.open()).toEqual(['admin@example.com']));
  await colleague.close();
  const sent = counting('POST', 'open_record');
  const [beat] =
    intervals.mock.calls.find(([, milliseconds]) => milliseconds === 20_000) ?? expect.fail('no heartbeat');
  beat();
  // On a slow machine the interval may have come to its end, too.
  await waitFor(() => expect(sent()).toBeGreaterThan(0));
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText(/Also open/)).toBeNull());
  unmount();
  await waitFor(async () => expect(await colleague.open()).toEqual([]));
});

test('a failed heartbeat says nothing, and the form saves', async () => {
  const post = await givenPost();
  failing('POST', 'open_record');
  failing('POST', 'close_record');
  const { path } = await openAdmin(addresses.editPost(post));
  await fill('Title', 'Ohne Anzeige');
  expect(screen.queryByRole('alert')).toBeNull();
  await submit(path, 'Update Post', '/admin');
  expect((await stored('posts', post.id))?.title).toBe('Ohne Anzeige');
});

test('the form of a new record is open for nobody', async () => {
  const sent = counting('POST', 'open_record');
  await openNewPost();
  await field('Title');
  expect(sent()).toBe(0);
});
