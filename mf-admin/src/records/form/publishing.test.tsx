import { given, removeAfterwards, stored, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { givenCourse, givenPost } from '../../testing/given.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press } from '../../testing/open-admin.ts';

const publishedAt = async (slug: string) =>
  (await serviceClient().from('posts').select('published_at').eq('slug', slug).single()).data?.published_at;

test('Editor stores a new post as a draft', async () => {
  const { slug, path } = await openNewPost();
  await fillNewPost(slug);
  press('Save Draft');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(await publishedAt(slug)).toBeNull();
  const said = await screen.findByText(/was created as a draft/);
  expect(within(said).getByRole('link').getAttribute('href')).toMatch(/^\/admin\/posts\/edit\//);
});

test('a draft needs what every post needs', async () => {
  await openNewPost();
  await field('Title');
  press('Save Draft');
  expect(await screen.findByText('Title is required')).toBeTruthy();
});

test('Editor publishes a draft now, and the message leads to the public post', async () => {
  const draft = await givenPost({ published_at: null });
  const before = Date.now();
  await openAdmin(`/admin/posts/edit/${draft.id}`);
  await field('Title');
  expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
  press('Publish');
  const said = await screen.findByText(/was published/);
  expect(within(said).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/post/${draft.slug}`);
  const at = Date.parse((await stored('posts', draft.id))?.published_at ?? '');
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});

test.each([
  ['2001-02-03T10:00', 'a past date is kept'],
  ['2099-02-03T10:00', 'a later date becomes now'],
])('Publish with the date %s: %s', async (date) => {
  const draft = await givenPost({ published_at: null });
  await openAdmin(`/admin/posts/edit/${draft.id}`);
  await fill('Publish Date', date);
  press('Publish');
  await screen.findByText(/was published/);
  const at = Date.parse((await stored('posts', draft.id))?.published_at ?? '');
  if (date < '2026') expect(at).toBe(new Date(date).getTime());
  else expect(at).toBeLessThanOrEqual(Date.now());
});

test('Publish over somebody else’s version publishes once that is confirmed', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const draft = await givenPost({ published_at: null });
  await openAdmin(`/admin/posts/edit/${draft.id}`);
  await fill('Title', 'Meine Fassung');
  await serviceClient().from('posts').update({ title: 'Deren Fassung' }).eq('id', draft.id);
  press('Publish');
  await screen.findByText('Somebody else has changed this meanwhile.');
  expect((await stored('posts', draft.id))?.published_at).toBeNull();
  press('Overwrite');
  await screen.findByText(/was published/);
  expect((await stored('posts', draft.id))?.title).toBe('Meine Fassung');
  expect((await stored('posts', draft.id))?.published_at).not.toBeNull();
});

test('a public post has no Publish button, and its form a link to it; a scheduled one has neither', async () => {
  const post = await givenPost();
  const { router } = await openAdmin(`/admin/posts/edit/${post.id}`);
  expect((await screen.findByRole('link', { name: 'View' })).getAttribute('href')).toBe(`/post/${post.slug}`);
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  const later = await givenPost({ published_at: '2099-01-01T10:00:00Z' });
  await router.navigate(`/admin/posts/edit/${later.id}`);
  expect(await screen.findByDisplayValue(later.title)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
});

test('a page with gaps asks before it is published, and is stored as a draft without a question', async () => {
  const slug = unique('seite-');
  removeAfterwards('pages', 'slug', slug);
  const { path, router } = await openAdmin('/admin/pages/new');
  await fill('Title', 'Seite');
  await fill('Slug', slug);
  await fill('Content', '**[Bitte ergänzen: Name]**');
  press('Save Draft');
  await waitFor(() => expect(path()).toBe('/admin/pages'));
  const { data } = await serviceClient().from('pages').select('id, published_at').eq('slug', slug).single();
  expect(data?.published_at).toBeNull();
  await router.navigate(`/admin/pages/edit/${data?.id}`);
  // The form of a new page, which has a title too, may still be shown.
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  press('Publish Anyway');
  const said = await screen.findByText(/was published/);
  expect(within(said).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/${slug}`);
  expect((await stored('pages', data?.id ?? ''))?.published_at).not.toBeNull();
});

test('a draft of a course is published from its form', async () => {
  const course = await givenCourse();
  await openAdmin(`/admin/courses/edit/${course.id}`);
  await field('Title');
  press('Publish');
  const said = await screen.findByText(/was published/);
  expect(within(said).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/courses/${course.slug}`);
  expect((await stored('courses', course.id))?.is_published).toBe(true);
});

test('lists link to what visitors see: a published post, not a draft', async () => {
  const word = unique('Sicht');
  const post = await givenPost({ title: `${word} öffentlich` });
  const draft = await givenPost({ title: `${word} Entwurf`, published_at: null });
  await openAdmin(`/admin?q=${word}`);
  const row = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }));
  expect((await row(post.title)).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/post/${post.slug}`);
  expect((await row(draft.title)).queryByRole('link', { name: 'View' })).toBeNull();
});

test('workshops are public as soon as they are stored', async () => {
  const workshop = await given('workshops', { title: unique('Angebot ') });
  await openAdmin(`/admin/workshops/edit/${workshop.id}`);
  const view = await screen.findByRole('link', { name: 'View' });
  expect(view.getAttribute('href')).toBe(`/workshops/${workshop.id}`);
});
