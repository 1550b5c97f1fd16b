import { newText, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenCourse, givenPost, givenWorkshop } from '../../testing/given.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, pressSaveDraft } from '../../testing/open-admin.ts';

const publishedAt = async (slug: string) =>
  (await serviceClient().from('posts').select('published_at').eq('slug', slug).single()).data?.published_at;

test('Editor stores a new post as a draft, which needs what every post needs, and begins another one', async () => {
  const { slug, path, user } = await openNewPost();
  await field('Title');
  press('Save Draft');
  expect(await screen.findByText('Title is required')).toBeTruthy();
  await fillNewPost(slug);
  await pressSaveDraft();
  expect(await publishedAt(slug)).toBeNull();
  expect(await screen.findByText(/was created as a draft/)).toBeTruthy();
  expect(path()).toMatch(/^\/admin\/posts\/edit\//);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Edit Post');
  await user.click(await screen.findByRole('link', { name: 'New Post' }));
  expect(await screen.findByRole('button', { name: 'Create Post' })).toBeTruthy();
  expect((await field('Title')).value).toBe('');
});

test('an address whose letters a Mac wrote apart is taken by the composed one, and is stored composed without a conflict', async () => {
  const { slug: taken } = await givenPost({ slug: unique('größe-') });
  const free = newText('posts', 'slug', 'maß-größe-');
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

test('a draft of a course is published from its form; workshops are public as soon as they are stored', async () => {
  const course = await givenCourse();
  const { router } = await openAdmin(addresses.editCourse(course));
  await field('Title');
  expect(screen.queryByRole('link', { name: 'View' })).toBeNull();
  press('Publish');
  const said = await screen.findByText(/was published/);
  expect(within(said).getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/courses/${course.slug}`);
  expect((await stored('courses', course.id))?.is_published).toBe(true);
  const workshop = await givenWorkshop();
  await router.navigate(addresses.editWorkshop(workshop));
  await screen.findByDisplayValue(workshop.title);
  const views = screen.getAllByRole('link', { name: 'View' }).map((view) => view.getAttribute('href'));
  expect(views).toContain(`/workshops/${workshop.id}`);
});
