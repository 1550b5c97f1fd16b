import { stored, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { counting, failing, respondWith } from '../testing/network.ts';
import { buttonIn, openAdmin, rowOf } from '../testing/open-admin.ts';

const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const searchField = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search posts' });

test('A sidebar offers Dashboard, New Post, Workflows, Prompts, Workshops, Online Courses, Ads and Sign Out', async () => {
  await openAdmin(addresses.dashboard);
  const sidebar = within(await screen.findByRole('navigation', { name: 'Admin' }));
  const links = sidebar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  // Links that are added later follow these seven.
  expect(links.slice(0, 7)).toEqual([
    ['Dashboard', '/admin'],
    ['New Post', '/admin/posts/new'],
    ['Workflows', '/admin/workflows'],
    ['Prompts', '/admin/prompts'],
    ['Workshops', '/admin/workshops'],
    ['Online Courses', '/admin/courses'],
    ['Ads', '/admin/ads'],
  ]);
  expect(sidebar.getByRole('button', { name: 'Sign Out' })).toBeTruthy();
});

test('Dashboard: table of posts (title, author, published date) with Edit linking to /admin/posts/edit/{id}', async () => {
  vi.stubEnv('TZ', 'Europe/Zurich');
  const post = await givenPost();
  await openAdmin(`/admin?q=${post.slug}`);
  const row = within(await rowOf(post.title));
  expect(row.getByText('Ada Test')).toBeTruthy();
  expect(row.getByText('3. Februar 2001, 11:00 Uhr')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/admin/posts/edit/${post.id}`);
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

test('drafts are listed first; drafts and scheduled posts have a badge; a public one has a link to it', async () => {
  const mark = unique('reihe');
  const scheduled = await givenPost({ title: `${mark} geplant`, published_at: '2099-01-01T00:00:00Z' });
  const draft = await givenPost({ title: `${mark} entwurf`, published_at: null });
  const published = await givenPost({ title: `${mark} alt` });
  await openAdmin(`/admin?q=${mark}`);
  const view = async (title: string) => within(await rowOf(title)).queryByRole('link', { name: 'View' });
  expect(within(await rowOf(draft.title)).getByText('Draft')).toBeTruthy();
  expect(within(await rowOf(scheduled.title)).getByText('Scheduled')).toBeTruthy();
  expect(titles()).toEqual([draft.title, scheduled.title, published.title]);
  expect((await view(published.title))?.getAttribute('href')).toBe(`/post/${published.slug}`);
  expect([await view(draft.title), await view(scheduled.title)]).toEqual([null, null]);
});

test('Editor can search posts by title and author, whatever the case', async () => {
  const post = await givenPost({ title: `${unique('suche')} „50 %“ (A, B)`, author: unique('Jörg ') });
  const { user, router } = await openAdmin(addresses.dashboard);
  const field = await searchField();
  for (const text of [post.title, post.author.toUpperCase()]) {
    await user.clear(field);
    await user.paste(text);
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('q')).toBe(text));
    expect(await screen.findByText('1 post')).toBeTruthy();
    expect(titles()).toEqual([post.title]);
  }
});

test('typing in one go sends few search requests; the field follows the address', async () => {
  const post = await givenPost();
  const { user } = await openAdmin(addresses.dashboard);
  const field = await searchField();
  const asked = counting('GET', 'posts');
  await user.type(field, post.title);
  expect(await screen.findByText('1 post')).toBeTruthy();
  expect(asked()).toBeLessThan(post.title.length / 2);
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(field.value).toBe(''));
});

test('a column heading sorts the posts, and reverses the order at the second click', async () => {
  const mark = unique('folge');
  for (const letter of ['b', 'c', 'a']) await givenPost({ title: `${mark} ${letter}` });
  const { user } = await openAdmin(`/admin?q=${mark}`);
  for (const [order, letters] of Object.entries({ ascending: ['a', 'b', 'c'], descending: ['c', 'b', 'a'] })) {
    await user.click(await screen.findByRole('link', { name: 'Title' }));
    const heading = () => screen.getByRole('columnheader', { name: 'Title' });
    await waitFor(() => expect(heading().getAttribute('aria-sort')).toBe(order));
    expect(titles()).toEqual(letters.map((letter) => `${mark} ${letter}`));
  }
});

test('a deletion moves the focus to the next row, and after the last row to the heading', async () => {
  const mark = unique('fokus');
  const [one, other] = [await givenPost({ title: `${mark} a` }), await givenPost({ title: `${mark} b` })];
  const { user } = await openAdmin(`/admin?q=${mark}&sort=title`);
  const confirm = async (title: string) => {
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText(title, { selector: 'th *' })).toBeNull());
  };
  await user.click(buttonIn(await rowOf(one.title), 'Delete'));
  await confirm(one.title);
  const next = buttonIn(await rowOf(other.title), 'Delete');
  // React moves the focus after it has rendered the remaining rows.
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.keyboard('{Enter}');
  await confirm(other.title);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  expect(await stored('posts', other.id)).toBeNull();
});

test('an unknown address below /admin shows a not-found page', async () => {
  await openAdmin('/admin/nichts');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});
