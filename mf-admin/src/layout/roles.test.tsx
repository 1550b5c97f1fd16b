import { staffClient } from '@ki/shared/data/clients.ts';
import { sessionStore } from '@ki/shared/session/session-store.ts';
import { newText, serviceClient } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd, givenCourse, givenPlace, givenPrompt } from '../testing/given.ts';
import { givenOwnPost, givenRole, leave } from '../testing/given-role.ts';
import { buttonIn, fillNewPost, openAdmin, openNewPost, pressSaveDraft, rowOf } from '../testing/open-admin.ts';
import { expectRefused, REASONS, type Reason } from '../testing/refused.ts';

type View = Awaited<ReturnType<typeof openAdmin>>;
type Refusal = readonly [act: string, address: string, title: string, reason: Reason];

async function ownAd(): Promise<string> {
  const title = newText('ads', 'title', 'Anzeige ');
  const ad = { title, subtitle: 'S', description: 'D', cta_text: 'Los', cta_url: '/blog', is_active: false };
  await (await staffClient()).from('ads').insert(ad).throwOnError();
  return title;
}

/** Each page says once what the role may do, and a form does not. */
async function expectNotes(router: View['router'], notes: readonly (readonly [address: string, note: RegExp])[]) {
  for (const [address, note] of notes) {
    await router.navigate(address);
    await screen.findByText(note);
    expect(screen.getAllByText(note)).toHaveLength(1);
  }
  await router.navigate(addresses.newPost);
  await screen.findByRole('heading', { name: 'New Post' });
  expect(screen.queryByText(/^You may |^Workshops are|^Editors and/)).toBeNull();
}

async function expectRefusals({ user, router }: View, refusals: readonly Refusal[]) {
  for (const [act, address, title, reason] of refusals) {
    await router.navigate(address);
    await expectRefused(user, await rowOf(title), act, reason);
  }
}

test('as an editor, pages say what the role may do, and rows why an act was refused; a refused move is undone', async () => {
  await givenRole('editor');
  const view = await openAdmin(addresses.accounts);
  await expectNotes(view.router, [
    [addresses.dashboard, /^You may write every draft/],
    [addresses.courseBuilder(await givenCourse()), /^You may write every draft/],
    [addresses.pictures, /^You may add pictures/],
    [addresses.trash, /^You may restore drafts/],
  ]);
  const shown = async () => (await givenAd({ is_active: true })).title;
  await expectRefusals(view, [
    ['Delete', addresses.ads, await shown(), REASONS.publicOfOthers],
    ['Active', addresses.ads, await shown(), REASONS.publicOfOthers],
    ['Set Active', addresses.prompts, (await givenPrompt()).name, REASONS.publishers],
  ]);

  const { level } = await givenPlace();
  await view.router.navigate(addresses.levels);
  const row = await rowOf(level.name);
  const list = row.closest('ol');
  const before = list?.textContent;
  const up = buttonIn(row, 'Move up');
  await view.user.click(up);
  expect((await screen.findByRole('alert')).textContent).toBe(
    `The new order could not be saved.${REASONS.publishers} The move was undone.`,
  );
  await waitFor(() => expect(list?.textContent).toBe(before));
  expect(document.activeElement).toBe(up);
});

test('as an author, pages say what the role may do, and rows why an act was refused, until the next press', async () => {
  await givenRole('author');
  const view = await openAdmin(addresses.accounts);
  await expectNotes(view.router, [
    [addresses.dashboard, /^You may write and delete your own drafts\./],
    [addresses.workshops, /^Workshops are public at once/],
    [addresses.calendar, /^Editors and publishers move/],
  ]);
  const { title } = await givenAd({ is_active: false });
  await expectRefusals(view, [
    ['Inactive', addresses.ads, await ownAd(), REASONS.public],
    ['Delete', addresses.ads, title, REASONS.ofOthers],
  ]);
  const row = await rowOf(title);
  await view.user.click(buttonIn(row, 'Delete'));
  expect(within(row).queryByText(REASONS.ofOthers)).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
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
  const waiting = await screen.findByRole('list', { name: 'Waiting for publication' });
  expect(waiting.textContent).toContain(asker);
  await user.click(within(waiting).getByRole('link', { name: title }));
  await screen.findByText(`${asker} asked for its publication`, { exact: false });
  await screen.findByRole('button', { name: 'Publish' });
});

test('an author sees pages and forms of publishers, which say so and save nothing, but not in the menu', async () => {
  await givenRole('author');
  const { router } = await openAdmin('/admin/categories/new');
  await screen.findByText('Only publishers change this.');
  expect(screen.queryByRole('link', { name: 'Categories' })).toBeNull();
  await screen.findByText('Only publishers may do this.');
  const submit = screen.queryByRole<HTMLButtonElement>('button', { name: 'Create Category' });
  expect(submit?.disabled ?? true).toBe(true);
  await router.navigate(addresses.accounts);
  const staff = within(await screen.findByRole('table', { name: 'Staff' }));
  expect(await staff.findAllByRole('button', { name: 'Export' })).toHaveLength(1);
  expect(staff.queryByRole('button', { name: 'Remove Access' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Invite a colleague' })).toBeNull());
});

test('a publisher reads nothing of it', async () => {
  await openAdmin(addresses.dashboard);
  await screen.findByRole('table', { name: 'Posts' });
  expect(screen.queryByText(/^You may /)).toBeNull();
});
