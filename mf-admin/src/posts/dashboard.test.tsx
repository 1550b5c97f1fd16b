import { unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost, NO_WAITS } from '../testing/given.ts';
import { givenOwnPost, givenRole } from '../testing/given-role.ts';
import { counting, failing, holding, respondWith } from '../testing/network.ts';
import { openAdmin, rowOf, textsOf } from '../testing/open-admin.ts';

const titles = () => textsOf(screen.getAllByRole('rowheader'));
const searchField = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search posts' });

const LINKS = {
  ...{ Dashboard: '/admin', 'New Post': '/admin/posts/new', Workflows: '/admin/workflows', Prompts: '/admin/prompts' },
  ...{ Workshops: '/admin/workshops', 'Online Courses': '/admin/courses', Ads: '/admin/ads' },
};

test('a sidebar and a table of posts, drafts first, with badges, links and an order', async () => {
  vi.stubEnv('TZ', 'Europe/Zurich');
  const mark = unique('reihe');
  const scheduled = await givenPost({ title: `${mark} b`, published_at: '2099-01-01T00:00:00Z' });
  const draft = await givenPost({ title: `${mark} c`, published_at: null });
  const published = await givenPost({ title: `${mark} a` });
  const { user, router } = await openAdmin(`/admin?q=${mark}`);
  const sidebar = within(await screen.findByRole('navigation', { name: 'Admin' }));
  const links = sidebar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  // Links that are added later follow these seven.
  expect(links.slice(0, 7)).toEqual(Object.entries(LINKS));
  expect(sidebar.getByRole('button', { name: 'Sign Out' })).toBeTruthy();

  const row = within(await rowOf(published.title));
  expect(row.getByText('Ada Test')).toBeTruthy();
  expect(row.getByText('3. Februar 2001, 11:00 Uhr')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/admin/posts/edit/${published.id}`);
  const view = async (title: string) => within(await rowOf(title)).queryByRole('link', { name: 'View' });
  expect(within(await rowOf(draft.title)).getByText('Draft')).toBeTruthy();
  expect(within(await rowOf(scheduled.title)).getByText('Scheduled')).toBeTruthy();
  expect((await view(published.title))?.getAttribute('href')).toBe(`/post/${published.slug}`);
  expect([await view(draft.title), await view(scheduled.title)]).toEqual([null, null]);

  expect(titles()).toEqual([draft.title, scheduled.title, published.title]);
  for (const [order, letters] of Object.entries({ ascending: ['a', 'b', 'c'], descending: ['c', 'b', 'a'] })) {
    await user.click(await screen.findByRole('link', { name: 'Title' }));
    const heading = () => screen.getByRole('columnheader', { name: 'Title' });
    await waitFor(() => expect(heading().getAttribute('aria-sort')).toBe(order));
    expect(titles()).toEqual(letters.map((letter) => `${mark} ${letter}`));
  }
  await router.navigate('/admin/nichts');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});

test('the title leads to the form, which leads back to the search, order and page of the list', async () => {
  const post = await givenPost({ title: unique('Titel ') });
  const { user, router, path } = await openAdmin(`/admin?q=${encodeURIComponent(post.title)}&sort=title`);
  const { search } = router.state.location;
  await user.click(await screen.findByRole('link', { name: post.title }));
  await waitFor(() => expect(path()).toBe(addresses.editPost(post)));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/admin', search }));
});

test('an empty dashboard offers an import, too, but nothing when its read failed', async () => {
  respondWith('posts', []);
  const { unmount } = await openAdmin(addresses.dashboard);
  const link = await screen.findByRole('link', { name: 'Import Posts' });
  expect(link.getAttribute('href')).toBe(addresses.transfer);
  unmount();
  failing('GET', 'posts');
  await openAdmin(addresses.dashboard);
  expect(await screen.findByText('No posts yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Write the First Post' })).toBeNull();
});

test('Editor can search posts by title and author with few requests; the field follows the address', async () => {
  const post = await givenPost({ title: `${unique('suche')} „50 %“ (A, B)`, author: unique('Jörg ') });
  const { user, router } = await openAdmin(addresses.dashboard);
  const field = await searchField();
  const asked = counting('GET', 'posts');
  const asksFor = () => new URLSearchParams(router.state.location.search).get('q');
  await user.type(field, post.title);
  expect(await screen.findByText('1 post')).toBeTruthy();
  expect(asked()).toBeLessThan(post.title.length / 2);
  expect(asksFor()).toBe(post.title);
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(field.value).toBe(''));
  await user.click(field);
  await user.paste(post.author.toUpperCase());
  await waitFor(() => expect(asksFor()).toBe(post.author.toUpperCase()));
  expect(await screen.findByText('1 post')).toBeTruthy();
  expect(titles()).toEqual([post.title]);
});

const hrefs = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
const group = (name: string) => screen.findByRole('list', { name });
const card = () => screen.queryByRole('region', { name: 'What waits' });

test('an editor finds own drafts and what is published next, of a long group five first', async () => {
  await givenRole('editor');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const next = await givenPost({ title: unique('Morgen '), published_at: tomorrow });
  const drafts = [];
  for (let nth = 0; nth < 6; nth += 1) drafts.unshift(addresses.editPost(await givenOwnPost()));
  const { user } = await openAdmin(addresses.dashboard);
  expect(hrefs(await group('Your drafts'))).toEqual(drafts.slice(0, 5));
  const more = screen.getByText('Show 1 more');
  await user.click(more);
  expect(hrefs(more.parentElement as HTMLElement)).toEqual(drafts.slice(5));
  expect(screen.getByRole('link', { name: 'Next seven days' }).getAttribute('href')).toBe(addresses.calendar);
  const published = within(await group('Next seven days')).getByRole('link', { name: next.title });
  expect(published.getAttribute('href')).toBe(addresses.editPost(next));
});

test('failed schedules have their reason, and operators the warnings of the shell', async () => {
  const failed = [{ relation: 'ads', id: 'def', title: 'Herbst', reason: 'Set it again.' }];
  respondWith('rpc/what_waits', { ...NO_WAITS, failed });
  const late = 'the last backup is older than two intervals';
  respondWith('readyz', { failing: [], warnings: [late] });
  const { unmount } = await openAdmin(addresses.dashboard);
  expect((await group('Platform')).textContent).toBe(late);
  expect((await group('Failed schedules')).textContent).toContain('Set it again.');
  expect(hrefs(await group('Failed schedules'))).toEqual([addresses.editAd({ id: 'def' })]);
  unmount();
  const asked = counting('GET', 'readyz');
  respondWith('rpc/what_waits', { ...NO_WAITS, is_operator: false });
  await openAdmin(addresses.dashboard);
  await screen.findByRole('table', { name: 'Posts' });
  expect([card(), asked()]).toEqual([null, 0]);
});

test('the table does not wait for what is above it when that fails or does not come', async () => {
  const mend = failing('POST', 'rpc/what_waits');
  const { unmount } = await openAdmin(addresses.dashboard);
  await screen.findByRole('table', { name: 'Posts' });
  expect([card(), screen.queryByRole('alert')]).toEqual([null, null]);
  unmount();
  mend();
  respondWith('rpc/what_waits', { ...NO_WAITS, unsigned: 2 });
  const answer = holding('POST', 'rpc/what_waits');
  await openAdmin(addresses.dashboard);
  await screen.findByRole('table', { name: 'Posts' });
  expect(card()).toBeNull();
  answer();
  await waitFor(() => expect(card()?.textContent).toContain('2 posts'));
});
