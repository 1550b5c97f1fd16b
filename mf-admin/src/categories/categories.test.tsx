import { given, removeAfterwards, stored, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenCourse, givenPost, givenWorkshop } from '../testing/given.ts';
import { failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const rowOf = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

const givenCategory = () => {
  const slug = unique('thema-');
  return given('categories', { name: `Thema ${slug}`, slug });
};

/** Opens the question of a row's Delete. */
async function askedToDelete(view: Awaited<ReturnType<typeof openAdmin>>, title: string) {
  await view.user.click((await rowOf(title)).getByRole('button', { name: 'Delete' }));
  return within(await screen.findByRole('dialog'));
}

test('Categories of posts: name, slug, and how many posts have them', async () => {
  const category = await givenCategory();
  await givenPost({ category_id: category.id });
  await givenPost({ category_id: category.id, published_at: null });
  await openAdmin('/admin/categories');
  const row = await rowOf(category.name);
  expect(row.getByText(category.slug)).toBeTruthy();
  expect(row.getByText('2 posts')).toBeTruthy();
  expect(row.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/category/${category.slug}`);
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
    addresses.editCategory({ id: category.id }),
  );
});

test('A new category: the slug follows the name', async () => {
  const slug = unique('neues-');
  removeAfterwards('categories', 'slug', slug);
  const { user, path } = await openAdmin('/admin/categories');
  await user.click(await screen.findByRole('link', { name: 'New Category' }));
  await user.type(await field('Name'), slug.replace('-', ' '));
  expect((await field('Slug')).value).toBe(slug);
  await user.click(screen.getByRole('button', { name: 'Create Category' }));
  await waitFor(() => expect(path()).toBe('/admin/categories'));
  expect((await rowOf(slug)).getByText('0 posts')).toBeTruthy();
});

test('A slug that is taken is told at its field, and the input stays', async () => {
  const { slug } = await givenCategory();
  const { user, path } = await openAdmin('/admin/categories/new');
  await user.type(await field('Name'), 'Doppelt');
  await user.clear(await field('Slug'));
  await user.type(await field('Slug'), slug);
  await user.click(screen.getByRole('button', { name: 'Create Category' }));
  expect(await screen.findByText('This slug is already taken.')).toBeTruthy();
  expect((await field('Name')).value).toBe('Doppelt');
  expect(path()).toBe('/admin/categories/new');
});

test.each([
  ['/admin/categories/workshops', 'workshop_categories', 'New Workshop Category'],
  ['/admin/categories/courses', 'course_categories', 'New Course Category'],
] as const)('%s: a new one is added, and its name can be taken only once', async (address, table, heading) => {
  const name = unique('Bereich ');
  removeAfterwards(table, 'name', name);
  const { user, path, router } = await openAdmin(address);
  await user.click(await screen.findByRole('link', { name: 'New Category' }));
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  await user.type(await field('Name'), name);
  await user.click(screen.getByRole('button', { name: 'Create Category' }));
  await waitFor(() => expect(path()).toBe(address));
  expect(await rowOf(name)).toBeTruthy();
  await router.navigate(`${address}/new`);
  await user.type(await field('Name'), name);
  await user.click(screen.getByRole('button', { name: 'Create Category' }));
  expect(await screen.findByText('This name is already taken.')).toBeTruthy();
});

test('On a conflict with another save, the form keeps the input', async () => {
  const category = await givenCategory();
  const { user } = await openAdmin(addresses.editCategory({ id: category.id }));
  await user.type(await field('Name'), ' meiner');
  await serviceClient().from('categories').update({ name: 'Deren' }).eq('id', category.id);
  await user.click(screen.getByRole('button', { name: 'Update Category' }));
  expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeTruthy();
  expect((await field('Name')).value).toBe(`${category.name} meiner`);
  await user.click(screen.getByRole('button', { name: 'Overwrite' }));
  await waitFor(async () => expect((await stored('categories', category.id))?.name).toBe(`${category.name} meiner`));
});

test('The history of a category restores its earlier name', async () => {
  const category = await givenCategory();
  await serviceClient().from('categories').update({ name: 'Anders' }).eq('id', category.id);
  const { user } = await openAdmin(addresses.editCategory({ id: category.id }));
  await user.click(await screen.findByRole('button', { name: 'Show history' }));
  expect(await screen.findByText('Changed Name')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore' }));
  await waitFor(async () => expect((await stored('categories', category.id))?.name).toBe(category.name));
});

test('One that nothing uses is deleted after a plain question', async () => {
  const category = await givenCategory();
  const view = await openAdmin('/admin/categories');
  const question = await askedToDelete(view, category.name);
  expect(question.queryByRole('combobox')).toBeNull();
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(category.name) })).toBeNull());
  expect(await stored('categories', category.id)).toBeNull();
});

test('One in use asks where its posts go, and Undo brings both back', async () => {
  const [category, other] = [await givenCategory(), await givenCategory()];
  const post = await givenPost({ category_id: category.id });
  const view = await openAdmin('/admin/categories');
  const question = await askedToDelete(view, category.name);
  const choice = question.getByRole<HTMLSelectElement>('combobox', { name: 'Move its 1 post to' });
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await stored('categories', category.id)).not.toBeNull();
  await view.user.selectOptions(choice, other.name);
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(category.name) })).toBeNull());
  expect(await stored('posts', post.id)).toMatchObject({ category_id: other.id });
  await view.user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await rowOf(category.name)).toBeTruthy();
  expect(await stored('posts', post.id)).toMatchObject({ category_id: category.id });
});

test.each([
  ['/admin/categories/workshops', 'workshop_categories', 'workshop'],
  ['/admin/categories/courses', 'course_categories', 'course'],
] as const)('%s: what has one can be left without', async (address, table, noun) => {
  const category = await given(table, { name: unique('Bereich ') });
  const used =
    noun === 'workshop'
      ? await givenWorkshop({ workshop_category_id: category.id })
      : await givenCourse({ course_category_id: category.id });
  const view = await openAdmin(address);
  const question = await askedToDelete(view, category.name);
  await view.user.selectOptions(question.getByRole('combobox', { name: `Move its 1 ${noun} to` }), 'No category');
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(category.name) })).toBeNull());
  const row = noun === 'workshop' ? await stored('workshops', used.id) : await stored('courses', used.id);
  expect(Object.values(row ?? {})).not.toContain(category.id);
});

test('One that is used since the page was opened is not deleted: the dialog asks then', async () => {
  const category = await givenCategory();
  const view = await openAdmin('/admin/categories');
  const question = await askedToDelete(view, category.name);
  const post = await givenPost({ category_id: category.id });
  await view.user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await question.findByText('It is in use by now. Choose where its things go.')).toBeTruthy();
  expect(await question.findByRole('combobox', { name: 'Move its 1 post to' })).toBeTruthy();
  expect(await stored('posts', post.id)).toMatchObject({ category_id: category.id });
});

test("without categories: 'No categories yet', and a failed read can be retried", async () => {
  intercept(({ url }) => (url.pathname.endsWith('/categories') ? Promise.resolve(Response.json([])) : undefined));
  const { router, user } = await openAdmin('/admin/categories');
  expect(await screen.findByText('No categories yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create Your First Category' })).toBeTruthy();
  const answering = failing('GET', 'workshop_categories');
  await router.navigate('/admin/categories/workshops');
  expect(await screen.findByText('The data could not be loaded.')).toBeTruthy();
  answering();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table', { name: 'Workshop Categories' })).toBeTruthy();
});
