import { newText, removeAfterwards, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenPlace, givenPost } from '../../testing/given.ts';
import { field, fill, fillNewPost, openAdmin, openNewPost, press, storedInput } from '../../testing/open-admin.ts';

const ANOTHER = 'Done, start another';

test('Editor adds posts in a row: the form is fresh, keeps the category and names the stored one with a link', async () => {
  const { slug, path, router } = await openNewPost();
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
  await waitFor(() => expect(storedInput()).toHaveLength(2));
  await fill('Title', '');
  await fill('Slug', '');
  await waitFor(() => expect(storedInput()).toEqual([]));
  // Kept values are no unsaved input: leaving does not ask. A record is changed, not added.
  const post = await givenPost();
  await router.navigate(addresses.editPost(post));
  expect(await screen.findByDisplayValue(post.title)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: ANOTHER })).toBeNull();
});

test('a matrix workshop keeps category, target group, level, duration and price for the next one', async () => {
  const place = await givenPlace();
  const { category, group, level, dimension } = place;
  const title = newText('matrix_workshops', 'title', 'Reihe ');
  await openAdmin('/admin/matrix/new');
  const kept = {
    'Duration (Hours)': '3.5',
    Price: '290',
    Category: category.id,
    'Target Group': group.id,
    Level: level.id,
  };
  const own = { Title: title, Prerequisites: 'Ein Laptop', [dimension.name]: 'Ein Ziel' };
  for (const [label, value] of Object.entries({ ...kept, ...own })) await fill(label, value);
  press(ANOTHER);
  const view = await screen.findByRole('link', { name: 'View' });
  expect(view.getAttribute('href')).toMatch(/^\/course-matrix\/[\da-f-]+$/);
  for (const [label, value] of Object.entries(kept)) expect((await field(label)).value).toBe(value);
  for (const label of Object.keys(own)) expect((await field(label)).value).toBe('');
});

test.each([
  ['/admin/categories/new', 'categories', 'Slug'],
  ['/admin/matrix/levels/new', 'matrix_levels', 'Code'],
] as const)('%s: the code or slug of each name in a row follows it', async (address, table, code) => {
  const name = unique('Reihe');
  removeAfterwards(table, 'name', `${name} A`);
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
});
