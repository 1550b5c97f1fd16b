import { given, removeAfterwards, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenCourse, givenPost } from '../../testing/given.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, pressSaveDraft } from '../../testing/open-admin.ts';

const publishedAt = async (slug: string) =>
  (await serviceClient().from('posts').select('published_at').eq('slug', slug).single()).data?.published_at;

test('Editor stores a new post as a draft, which needs what every post needs', async () => {
  const { slug, path } = await openNewPost();
  await field('Title');
  press('Save Draft');
  expect(await screen.findByText('Title is required')).toBeTruthy();
  await fillNewPost(slug);
  await pressSaveDraft();
  expect(await publishedAt(slug)).toBeNull();
  expect(await screen.findByText(/was created as a draft/)).toBeTruthy();
  expect(path()).toMatch(/^\/admin\/posts\/edit\//);
});

test('an address whose letters a Mac wrote apart is taken by the composed one, and is stored composed without a conflict', async () => {
  const { slug: taken } = await givenPost({ slug: unique('größe-') });
  const free = unique('maß-größe-');
  removeAfterwards('posts', 'slug', free);
  await openNewPost();
  await fillNewPost(taken.normalize('NFD'));
  press('Save Draft');
  expect(await screen.findByText('This slug is already taken.')).toBeTruthy();
  await fill('Slug', free.normalize('NFD'));
  await pressSaveDraft();
  await fill('Title', 'Ein zweiter Titel');
  press('Publish');
  const view = within(await screen.findByText(/was published/)).getByRole('link', { name: 'View' });
  expect(new URL(view.getAttribute('href') ?? '', 'http://site').pathname).toBe(encodeURI(`/post/${free}`));
  expect(await publishedAt(free)).not.toBeNull();
});

test.each([
  ['no date becomes now', ''],
  ['a past date is kept', '2001-02-03T10:00'],
  ['a later date becomes now', '2099-02-03T10:00'],
])('Publish: %s, and the message leads to the public post', async (_, date) => {
  const draft = await givenPost({ published_at: null });
  const before = Date.now();
  await openAdmin(addresses.editPost(draft));
  await fill('Publish Date', date);
  expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save Draft' })).toBeTruthy();
  press('Publish');
  const said = await screen.findByText(/was published/);
  expect(within(said).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/post/${draft.slug}`);
  const at = Date.parse((await stored('posts', draft.id))?.published_at ?? '');
  if (date.startsWith('2001')) expect(at).toBe(new Date(date).getTime());
  else expect([at >= before, at <= Date.now()]).toEqual([true, true]);
});

test('Publish over somebody else’s version publishes once that is confirmed', async () => {
  const draft = await givenPost({ published_at: null });
  await openAdmin(addresses.editPost(draft));
  await fill('Title', 'Meine Fassung');
  await serviceClient().from('posts').update({ title: 'Deren Fassung' }).eq('id', draft.id);
  press('Publish');
  await screen.findByText('Somebody else has changed this meanwhile.');
  expect((await stored('posts', draft.id))?.published_at).toBeNull();
  press('Overwrite');
  await screen.findByText(/was published/);
  const published = { title: 'Meine Fassung', published_at: expect.any(String) };
  expect(await stored('posts', draft.id)).toMatchObject(published);
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

test('a draft of a course is published from its form', async () => {
  const course = await givenCourse();
  await openAdmin(`/admin/courses/edit/${course.id}`);
  await field('Title');
  press('Publish');
  const said = await screen.findByText(/was published/);
  expect(within(said).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/courses/${course.slug}`);
  expect((await stored('courses', course.id))?.is_published).toBe(true);
});

test('workshops are public as soon as they are stored', async () => {
  const workshop = await given('workshops', { title: unique('Angebot ') });
  await openAdmin(`/admin/workshops/edit/${workshop.id}`);
  const view = await screen.findByRole('link', { name: 'View' });
  expect(view.getAttribute('href')).toBe(`/workshops/${workshop.id}`);
});
