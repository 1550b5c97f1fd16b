import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { removeAfterwards, serviceClient, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd, givenCourse, givenPlace, givenPrompt } from '../testing/given.ts';
import { givenOwnPost, givenRole, leave } from '../testing/given-role.ts';
import { buttonIn, fillNewPost, openAdmin, openNewPost, pressSaveDraft, rowOf } from '../testing/open-admin.ts';
import { expectRefused, REASONS, type Reason } from '../testing/refused.ts';

afterEach(leave);

async function ownAd(): Promise<string> {
  const title = unique('Anzeige ');
  removeAfterwards('ads', 'title', title);
  const ad = { title, subtitle: 'S', description: 'D', cta_text: 'Los', cta_url: '/blog', is_active: false };
  await (await staffClient()).from('ads').insert(ad).throwOnError();
  return title;
}
const prompt = async () => (await givenPrompt()).name;

const { ads, prompts, dashboard, workshops, pictures, calendar, trash } = addresses;
const shown = async () => (await givenAd({ is_active: true })).title;

test.each<['editor' | 'author', act: string, what: string, at: string, make: () => Promise<string>, reason: Reason]>([
  ['editor', 'Delete', 'an active ad of others', ads, shown, REASONS.publicOfOthers],
  ['editor', 'Active', 'an ad of others', ads, shown, REASONS.publicOfOthers],
  ['author', 'Inactive', 'an own ad', ads, ownAd, REASONS.public],
  ['editor', 'Set Active', 'a prompt', prompts, prompt, REASONS.publishers],
])('as %s, the row says why “%s” was refused for %s, and stays', async (role, act, _, at, make, reason) => {
  await givenRole(role);
  const title = await make();
  const { user } = await openAdmin(at);
  await expectRefused(user, await rowOf(title), act, reason);
});

test('another press asks again, without the reason of the one before', async () => {
  await givenRole('author');
  const ad = await givenAd({ is_active: false });
  const { user } = await openAdmin(ads);
  const row = await rowOf(ad.title);
  await expectRefused(user, row, 'Delete', REASONS.ofOthers);
  await user.click(buttonIn(row, 'Delete'));
  expect(within(row).queryByText(REASONS.ofOthers)).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a refused move is undone, the list says why once, and the button keeps the focus', async () => {
  await givenRole('editor');
  const { level } = await givenPlace();
  const { user } = await openAdmin(addresses.levels);
  const row = await rowOf(level.name);
  const list = row.closest('ol');
  const before = list?.textContent;
  const up = buttonIn(row, 'Move up');
  await user.click(up);
  expect((await screen.findByRole('alert')).textContent).toBe(
    `The new order could not be saved.${REASONS.publishers} The move was undone.`,
  );
  await waitFor(() => expect(list?.textContent).toBe(before));
  expect(document.activeElement).toBe(up);
});

test('an author cannot publish, and reads why beside the button; Save Draft stores', async () => {
  await givenRole('author');
  const { slug } = await openNewPost();
  await fillNewPost(slug);
  await screen.findByText(/request its publication/);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Post' });
  expect(button.disabled).toBe(true);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/^Authors/);
  await pressSaveDraft();
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

test.each([
  { role: 'author', address: dashboard, note: /^You may write and delete your own drafts\./ },
  { role: 'editor', address: dashboard, note: /^You may write every draft/ },
  { role: 'author', address: workshops, note: /^Workshops are public at once/ },
  { role: 'editor', address: pictures, note: /^You may add pictures/ },
  { role: 'author', address: calendar, note: /^Editors and publishers move/ },
  { role: 'editor', address: trash, note: /^You may restore drafts/ },
] as const)('$address says once what an $role may do, and a form does not', async ({ role, address, note }) => {
  await givenRole(role);
  const { router } = await openAdmin(address);
  await screen.findByText(note);
  expect(screen.getAllByText(note)).toHaveLength(1);
  await router.navigate(addresses.newPost);
  await screen.findByRole('heading', { name: 'New Post' });
  expect(screen.queryByText(note)).toBeNull();
});

test('the builder of a course says it, too', async () => {
  await givenRole('editor');
  const { id } = await givenCourse();
  await openAdmin(addresses.courseBuilder({ id }));
  await screen.findByText(/^You may write every draft/);
});

test('a publisher reads nothing of it', async () => {
  await openAdmin(dashboard);
  await screen.findByRole('table', { name: 'Posts' });
  expect(screen.queryByText(/^You may /)).toBeNull();
});
