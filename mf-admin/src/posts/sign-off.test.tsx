import { staffClient } from '@ki/shared/data/clients.ts';
import { serviceClient, stored } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { givenArticle, givenRole, saveAsDraft } from '../testing/given-role.ts';
import { failing } from '../testing/network.ts';
import { fill, openAdmin, press, signInAdmin } from '../testing/open-admin.ts';

const UNSIGNED = 'Written by AI, nobody has signed it off: readers see a label';
const SIGNED = /^Written by AI, signed off by admin@example\.com on /;
const ai = async (id: string) => (await stored('posts', id))?.ai;
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Sign Off' });
const section = () => screen.findByRole('region', { name: 'Part of AI' });

async function opened(content?: string) {
  await signInAdmin();
  const post = await givenArticle(content);
  return { ...(await openAdmin(addresses.editPost({ id: post.id }))), post };
}

test('Editor signs off a stored post that AI wrote, and the form says who did when', async () => {
  const { post, user } = await opened();
  expect(await screen.findByText(UNSIGNED)).toBeTruthy();
  expect((await button()).disabled).toBe(false);
  await fill('Title', 'Anders');
  const described = screen.getByText('Save first: only what is stored can be signed off.');
  expect((await button()).disabled).toBe(true);
  expect((await button()).getAttribute('aria-describedby')).toBe(described.id);
  await fill('Title', post.title);
  const { updated_at: version } = (await stored('posts', post.id)) ?? {};
  (await button()).focus();
  await user.keyboard('{Enter}');
  expect((await screen.findByText(SIGNED)).closest('[role=status]')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Sign Off' })).toBeNull();
  expect(document.activeElement).toBe(await section());
  expect(await stored('posts', post.id)).toMatchObject({ ai: 'assisted', updated_at: version });
  await user.click(screen.getByRole('button', { name: 'Show history' }));
  const history = within(screen.getByRole('region', { name: 'History' }));
  const entry = (await history.findByText('Signed off')).closest('li')?.parentElement?.closest('li');
  expect(entry?.textContent).toContain('admin@example.com');
  await fill('Content', `${post.content} Und mehr.`);
  press('Update Post');
  await waitFor(async () => expect(await ai(post.id)).toBe('generated'));
});

test('a sign-off that fails, or of what somebody else changed meanwhile, says so and can be tried again', async () => {
  const { post, user } = await opened();
  const mend = failing('POST', 'rpc/sign_off');
  await user.click(await button());
  expect(await screen.findByText('An error occurred')).toBeTruthy();
  mend();
  await serviceClient().from('posts').update({ title: 'Inzwischen' }).eq('id', post.id);
  await user.click(await button());
  expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeTruthy();
  expect(await ai(post.id)).toBe('generated');
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByDisplayValue('Inzwischen')).toBeTruthy();
  await user.click(await button());
  expect(await screen.findByText(SIGNED)).toBeTruthy();
});

test('a draft that nobody signed is signed off, beside the sign-off of its post', async () => {
  const { post, user, unmount } = await opened();
  await user.click(await button());
  await screen.findByText(SIGNED);
  unmount();
  await saveAsDraft('posts', post.id, { content: 'Ganz anders' });
  await openAdmin(addresses.editPost({ id: post.id }));
  expect(await screen.findByText(UNSIGNED)).toBeTruthy();
  expect(screen.getByText(/^An earlier version was signed off by admin@example\.com on /)).toBeTruthy();
  expect(await ai(post.id)).toBe('assisted');
  await user.click(await button());
  expect(await screen.findByText(SIGNED)).toBeTruthy();
});

test('an author sees the reason why signing off is not possible', async () => {
  await givenRole('author');
  await opened();
  expect((await button()).disabled).toBe(true);
  const { id } = screen.getByText('Only who may publish this post may sign it off.');
  expect((await button()).getAttribute('aria-describedby')).toBe(id);
});

test('a form of a new post, and of one by a person, says that pasted text cannot be known', async () => {
  const hint = /^Posts that article generation wrote are marked\. Text by AI that is pasted/;
  const { router } = await openAdmin(addresses.newPost);
  expect(await screen.findByText(hint)).toBeTruthy();
  const post = await givenPost({ content: `Von Hand ${crypto.randomUUID()}` });
  await router.navigate(addresses.editPost({ id: post.id }));
  expect(await screen.findByDisplayValue(post.title)).toBeTruthy();
  expect(await screen.findByText(hint)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Part of AI' })).toBeNull();
});

test('the dashboard marks what nobody has signed off, and lists it for review', async () => {
  await signInAdmin();
  const [unsigned, signed] = [await givenArticle(), await givenArticle('Ein anderer Text.')];
  const { data } = await (await staffClient()).rpc('read_origin', { post: signed.id }).throwOnError();
  const { version } = data as { version: string };
  await (await staffClient()).rpc('sign_off', { post: signed.id, version }).throwOnError();
  const rowOfSigned = { name: new RegExp(signed.title) };
  const { user, router } = await openAdmin('/admin');
  const row = await screen.findByRole('rowheader', { name: new RegExp(unsigned.title) });
  expect(within(row).getByText('AI, not signed off')).toBeTruthy();
  const other = screen.getByRole('rowheader', rowOfSigned);
  expect(within(other).queryByText('AI, not signed off')).toBeNull();
  const review = within(await screen.findByRole('list', { name: 'AI, not signed off' }));
  await user.click(review.getByRole('link', { name: 'Review' }));
  await waitFor(() => expect(router.state.location.search).toBe('?ai=unsigned'));
  await waitFor(() => expect(screen.queryByRole('rowheader', rowOfSigned)).toBeNull());
  expect(screen.getByRole('rowheader', { name: new RegExp(unsigned.title) })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Show All Posts' }));
  expect(await screen.findByRole('rowheader', rowOfSigned)).toBeTruthy();
});
