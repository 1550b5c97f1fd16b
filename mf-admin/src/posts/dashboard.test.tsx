import { stored, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenPost } from '../testing/given.ts';
import { counting, failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const rowOf = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }));
const titles = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('A sidebar offers Dashboard, New Post, Workflows, Prompts, Workshops, Online Courses, Ads and Sign Out', async () => {
  await openAdmin('/admin');
  const sidebar = within(await screen.findByRole('navigation', { name: 'Admin' }));
  // Links that are added later follow these seven.
  expect(
    sidebar
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
      .slice(0, 7),
  ).toEqual([
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
  const post = await givenPost();
  await openAdmin(`/admin?q=${post.slug}`);
  const row = await rowOf(post.title);
  expect(row.getByText('Ada Test')).toBeTruthy();
  expect(row.getByText('3. Februar 2001, 11:00 Uhr')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(addresses.editPost({ id: post.id }));
});

test("empty 'No posts yet'", async () => {
  intercept(({ url }) => (url.pathname.endsWith('/posts') ? Promise.resolve(Response.json([])) : undefined));
  await openAdmin('/admin');
  expect(await screen.findByText('No posts yet')).toBeTruthy();
  const next = screen.getByRole('link', { name: 'Write the First Post' });
  expect(next.getAttribute('href')).toBe(addresses.newPost);
  expect(screen.getByRole('link', { name: 'Import Posts' }).getAttribute('href')).toBe(addresses.transfer);
});

test('drafts are listed first; drafts and scheduled posts have a badge', async () => {
  const mark = unique('reihe');
  const scheduled = await givenPost({ title: `${mark} geplant`, published_at: '2099-01-01T00:00:00Z' });
  const draft = await givenPost({ title: `${mark} entwurf`, published_at: null });
  const published = await givenPost({ title: `${mark} alt` });
  await openAdmin(`/admin?q=${mark}`);
  expect((await rowOf(draft.title)).getByText('Draft')).toBeTruthy();
  expect((await rowOf(scheduled.title)).getByText('Scheduled')).toBeTruthy();
  expect(titles()).toEqual([draft.title, scheduled.title, published.title]);
});

test('Editor can search posts by title and author', async () => {
  const post = await givenPost({ title: `${unique('suche')} „50 %“ (A, B)`, author: unique('Jörg ') });
  const { user, router } = await openAdmin('/admin');
  const field = await screen.findByRole('searchbox', { name: 'Search posts' });
  for (const text of [post.title, post.author.toUpperCase()]) {
    await user.clear(field);
    await user.paste(text);
    await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('q')).toBe(text));
    expect(await screen.findByText('1 post')).toBeTruthy();
    expect(titles()).toEqual([post.title]);
  }
});

test('typing in one go sends few search requests', async () => {
  const post = await givenPost();
  const { user } = await openAdmin('/admin');
  const field = await screen.findByRole('searchbox', { name: 'Search posts' });
  const asked = counting('GET', 'posts');
  await user.type(field, post.title);
  expect(await screen.findByText('1 post')).toBeTruthy();
  expect(asked()).toBeLessThan(post.title.length / 2);
});

test('the search field follows the address when something else changes it', async () => {
  const post = await givenPost();
  const { user } = await openAdmin(`/admin?q=${post.slug}`);
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search posts' });
  expect(field.value).toBe(post.slug);
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await waitFor(() => expect(field.value).toBe(''));
});

test('a column heading sorts the posts, and reverses the order at the second click', async () => {
  const mark = unique('folge');
  for (const letter of ['b', 'c', 'a']) await givenPost({ title: `${mark} ${letter}` });
  const { user } = await openAdmin(`/admin?q=${mark}`);
  await user.click(await screen.findByRole('link', { name: 'Title' }));
  const sorting = () => screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort');
  await waitFor(() => expect(sorting()).toBe('ascending'));
  expect(titles()).toEqual(['a', 'b', 'c'].map((letter) => `${mark} ${letter}`));
  await user.click(screen.getByRole('link', { name: 'Title' }));
  await waitFor(() => expect(sorting()).toBe('descending'));
  expect(titles()).toEqual(['c', 'b', 'a'].map((letter) => `${mark} ${letter}`));
});

test('a post is deleted after a confirmation', async () => {
  const post = await givenPost();
  const { user } = await openAdmin(`/admin?q=${post.slug.slice(0, -1)}`);
  await user.click((await rowOf(post.title)).getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this post?' });
  expect(await stored('posts', post.id)).not.toBeNull();
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(post.title)).toBeNull());
  expect(await stored('posts', post.id)).toBeNull();
});

test('a deletion moves the focus to the next row, and after the last row to the heading', async () => {
  const mark = unique('fokus');
  const [one, other] = [await givenPost({ title: `${mark} a` }), await givenPost({ title: `${mark} b` })];
  const { user } = await openAdmin(`/admin?q=${mark}&sort=title`);
  const deleteIn = async (title: string) => (await rowOf(title)).getByRole('button', { name: 'Delete' });
  const confirm = async () =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await user.click(await deleteIn(one.title));
  await confirm();
  await waitFor(() => expect(screen.queryByText(one.title)).toBeNull());
  const next = await deleteIn(other.title);
  // React moves the focus after it has rendered the remaining rows.
  await waitFor(() => expect(document.activeElement).toBe(next));
  await user.keyboard('{Enter}');
  await confirm();
  await waitFor(() => expect(screen.queryByText(other.title)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test("'Failed to delete post'", async () => {
  const post = await givenPost();
  const { user } = await openAdmin(`/admin?q=${post.slug}`);
  failing('DELETE', 'posts');
  await user.click((await rowOf(post.title)).getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect((await question.findByRole('alert')).textContent).toBe('Failed to delete post');
  expect(await stored('posts', post.id)).not.toBeNull();
});

test('a failed read shows an empty list with a notice and a retry', async () => {
  failing('GET', 'posts');
  await openAdmin('/admin');
  expect(await screen.findByText('No posts yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Write the First Post' })).toBeNull();
});

test('an unknown address below /admin shows a not-found page', async () => {
  await openAdmin('/admin/nichts');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
});
