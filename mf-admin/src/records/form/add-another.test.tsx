import { removeAfterwards, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { givenPlace, givenPost } from '../../testing/given.ts';
import { failing } from '../../testing/network.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, storedInput } from '../../testing/open-admin.ts';

const ANOTHER = 'Done, start another';
const storedNames = async (table: 'categories' | 'matrix_levels', name: string) =>
  (await serviceClient().from(table).select('name').like('name', `${name}%`).order('name')).data?.map(
    (row) => row.name,
  );

test('Editor adds posts in a row: the form is fresh, keeps the category and names the stored one with a link', async () => {
  const { slug, path } = await openNewPost();
  const category = await field('Category');
  await userEvent.selectOptions(category, category.querySelectorAll('option')[1] as HTMLOptionElement);
  const chosen = category.value;
  await fillNewPost(slug);
  press(ANOTHER);
  const view = await screen.findByRole('link', { name: 'View' });
  expect(view.getAttribute('href')).toBe(`/post/${slug}`);
  expect(view.closest('[role=status]')?.textContent).toBe('“Ein Titel” was created and is public. View');
  expect(path()).toBe('/admin/posts/new');
  const title = await field('Title');
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect([title.value, (await field('Slug')).value, (await field('Content')).value]).toEqual(['', '', '']);
  expect((await field('Category')).value).toBe(chosen);
  expect(storedInput()).toEqual([]);
  await fill('Title', 'Über uns');
  expect((await field('Slug')).value).toBe('ueber-uns');
});

test('what was kept is no unsaved input: leaving does not ask, and typing is a draft of the new form', async () => {
  const { slug, router, path } = await openNewPost();
  await fillNewPost(slug);
  press(ANOTHER);
  await screen.findByRole('link', { name: 'View' });
  await fill('Title', 'Getippt');
  expect(storedInput()).toHaveLength(2);
  await fill('Title', '');
  await fill('Slug', '');
  expect(storedInput()).toEqual([]);
  await router.navigate('/admin');
  await waitFor(() => expect(path()).toBe('/admin'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refused record stays in the form, and nothing is said to be stored', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const taken = await givenPost();
  await openNewPost();
  await fillNewPost(taken.slug);
  press(ANOTHER);
  expect(await screen.findByText('This slug is already taken.')).toBeTruthy();
  const focused = await field('Slug');
  await waitFor(() => expect(document.activeElement).toBe(focused));
  expect((await field('Title')).value).toBe('Ein Titel');
  expect(screen.queryByText(/was created/)).toBeNull();
});

test('a failed one can be sent again', async () => {
  const { slug } = await openNewPost();
  await fillNewPost(slug);
  const repair = failing('POST', 'posts');
  press(ANOTHER);
  expect(await screen.findByText('Failed to save post')).toBeTruthy();
  repair();
  press(ANOTHER);
  expect(await screen.findByText(/was created/)).toBeTruthy();
  expect(screen.queryByText('Failed to save post')).toBeNull();
});

test('Editor fills a matrix: category, target group, level, duration and price are kept', async () => {
  const place = await givenPlace();
  const title = unique('Reihe ');
  removeAfterwards('matrix_workshops', 'title', `${title} 1`);
  removeAfterwards('matrix_workshops', 'title', `${title} 2`);
  const { user, path } = await openAdmin('/admin/matrix/new');
  await fill('Title', `${title} 1`);
  await fill('Duration (Hours)', '3.5');
  await fill('Price', '290');
  await user.selectOptions(await field('Category'), place.category.id);
  await user.selectOptions(await field('Target Group'), place.group.id);
  await user.selectOptions(await field('Level'), place.level.id);
  await fill('Prerequisites', 'Ein Laptop');
  await fill(place.dimension.name, 'Ein Ziel');
  press(ANOTHER);
  expect((await screen.findByRole('link', { name: 'View' })).getAttribute('href')).toMatch(
    /^\/course-matrix\/[\da-f-]+$/,
  );
  const values = await Promise.all(
    ['Title', 'Duration (Hours)', 'Price', 'Category', 'Target Group', 'Level', 'Prerequisites'].map(field),
  );
  const { category, group, level } = place;
  expect(values.map(({ value }) => value)).toEqual(['', '3.5', '290', category.id, group.id, level.id, '']);
  expect((await field(place.dimension.name)).value).toBe('');
  await fill('Title', `${title} 2`);
  press('Create Matrix Workshop');
  await waitFor(() => expect(path()).toBe('/admin/matrix'));
  const { data } = await serviceClient().from('matrix_workshops').select('title, price_chf').like('title', `${title}%`);
  expect(data).toHaveLength(2);
});

test.each([
  ['/admin/categories/new', 'categories', 'Slug'],
  ['/admin/matrix/levels/new', 'matrix_levels', 'Code'],
] as const)('%s: names are added in a row, and each code or slug follows its name', async (address, table, code) => {
  const name = unique('Reihe');
  for (const end of ['A', 'B']) removeAfterwards(table, 'name', `${name} ${end}`);
  await openAdmin(address);
  await fill('Name', `${name} A`);
  const first = (await field(code)).value;
  expect(first).not.toBe('');
  press(ANOTHER);
  expect(await screen.findByText(/was created/)).toBeTruthy();
  expect((await field(code)).value).toBe('');
  const focused = await field('Name');
  await waitFor(() => expect(document.activeElement).toBe(focused));
  await fill('Name', `${name} B`);
  expect((await field(code)).value).not.toBe(first);
  press(ANOTHER);
  await waitFor(async () => expect(await storedNames(table, name)).toEqual([`${name} A`, `${name} B`]));
});

test('a record is changed, not added: its form has one submit button', async () => {
  const post = await givenPost();
  await openAdmin(`/admin/posts/edit/${post.id}`);
  await field('Title');
  expect(screen.queryByRole('button', { name: ANOTHER })).toBeNull();
});
