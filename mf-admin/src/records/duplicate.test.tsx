import { given, newText, serviceClient } from '@ki/shared/testing/given.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenMatrixWorkshop, givenPlace, givenPost, storedGoals } from '../testing/given.ts';
import { field, fill, openAdmin, storedInput, submit } from '../testing/open-admin.ts';

const valuesOf = async (...names: string[]) => (await Promise.all(names.map(field))).map(({ value }) => value);

test('Editor duplicates a workshop of the matrix with its goals; nothing is stored before', async () => {
  const place = await givenPlace();
  const workshop = await givenMatrixWorkshop(place, { prerequisites: 'Ein Laptop' });
  const goal = { matrix_workshop_id: workshop.id, dimension_id: place.dimension.id, objective: 'Ein Ziel' };
  await given('matrix_workshop_learning_objectives', goal);
  const title = newText('matrix_workshops', 'title', 'Kopie ');
  const { user, path } = await openAdmin(`/admin/matrix?level=${place.level.id}`);
  const row = within(await screen.findByRole('row', { name: new RegExp(workshop.title) }));
  await user.click(row.getByRole('link', { name: 'Duplicate' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'New Matrix Workshop' })).toBeTruthy();
  const copied = [workshop.title, '3.5', '290', 'Ein Laptop', 'Ein Ziel'];
  expect(await valuesOf('Title', 'Duration (Hours)', 'Price', 'Prerequisites', place.dimension.name)).toEqual(copied);
  expect(storedInput()).toEqual([]);
  await fill('Title', title);
  await user.selectOptions(await field('Category'), place.category.id);
  await user.selectOptions(await field('Target Group'), place.group.id);
  await user.selectOptions(await field('Level'), place.level.id);
  await submit(path, 'Create Matrix Workshop', '/admin/matrix');
  const { data } = await serviceClient().from('matrix_workshops').select('id').eq('title', title).single();
  expect(await storedGoals(data?.id ?? '')).toEqual({ [place.dimension.id]: 'Ein Ziel' });
});

test('a copy of a post has neither its slug, date nor author, and a draft of its own', async () => {
  const post = await givenPost({ excerpt: 'Kurz' });
  const { unmount } = await openAdmin(`${addresses.newPost}?copy=${post.id}`);
  const begun = [post.title, '', 'Text', 'Kurz', '', 'admin'];
  expect(await valuesOf('Title', 'Slug', 'Content', 'Excerpt', 'Publish Date', 'Author')).toEqual(begun);
  await fill('Title', 'Zweiter Teil');
  expect(await valuesOf('Slug')).toEqual(['zweiter-teil']);
  // A form that begins anew is no copy; one of a record that is gone is none, either.
  unmount();
  const { router } = await openAdmin(addresses.newPost);
  expect(await valuesOf('Title')).toEqual(['']);
  await router.navigate(`${addresses.newPost}?copy=00000000-0000-4000-8000-000000000000`);
  expect(await screen.findByText('Failed to load post')).toBeTruthy();
  expect(screen.queryByLabelText('Title')).toBeNull();
});
