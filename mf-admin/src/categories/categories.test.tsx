import { given, stored, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenCourse, givenPost, givenWorkshop } from '../testing/given.ts';
import { buttonIn, openAdmin, rowOf } from '../testing/open-admin.ts';

const givenCategory = () => {
  const slug = unique('thema-');
  return given('categories', { name: `Thema ${slug}`, slug });
};

/** Opens the list and the question of a row's Delete. */
async function askedToDelete(title: string, address: string = addresses.categories) {
  const view = await openAdmin(address);
  await view.user.click(buttonIn(await rowOf(title), 'Delete'));
  const question = within(await screen.findByRole('dialog'));
  return { ...view, question, confirm: () => view.user.click(question.getByRole('button', { name: 'Delete' })) };
}

const isGone = (title: string) => waitFor(() => expect(screen.queryByText(title, { selector: 'tr *' })).toBeNull());

test('Categories of posts: name, slug, and how many posts have them', async () => {
  const category = await givenCategory();
  await givenPost({ category_id: category.id });
  await givenPost({ category_id: category.id, published_at: null });
  await openAdmin(addresses.categories);
  const row = within(await rowOf(category.name));
  expect(row.getByText(category.slug)).toBeTruthy();
  expect(row.getByText('2 posts')).toBeTruthy();
  expect(row.getByRole('link', { name: 'View' }).getAttribute('href')).toBe(`/category/${category.slug}`);
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(addresses.editCategory(category));
});

test('one in use asks where its posts go, and Undo brings both back', async () => {
  const [category, other] = [await givenCategory(), await givenCategory()];
  const post = await givenPost({ category_id: category.id });
  const { user, question, confirm } = await askedToDelete(category.name);
  await confirm();
  expect(await stored('categories', category.id)).not.toBeNull();
  await user.selectOptions(question.getByRole('combobox', { name: 'Move its 1 post to' }), other.name);
  await confirm();
  await isGone(category.name);
  expect(await stored('posts', post.id)).toMatchObject({ category_id: other.id });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await rowOf(category.name)).toBeTruthy();
  expect(await stored('posts', post.id)).toMatchObject({ category_id: category.id });
});

test.each([
  ['workshop', addresses.workshopCategories, 'workshop_categories', 'workshops', givenWorkshop],
  ['course', addresses.courseCategories, 'course_categories', 'courses', givenCourse],
] as const)('what a %s has can be taken away without another', async (noun, address, table, users, givenUser) => {
  const category = await given(table, { name: unique('Bereich ') });
  const { id } = await givenUser({ [`${noun}_category_id`]: category.id });
  const { user, question, confirm } = await askedToDelete(category.name, address);
  await user.selectOptions(question.getByRole('combobox', { name: `Move its 1 ${noun} to` }), 'No category');
  await confirm();
  await isGone(category.name);
  expect(await stored(users, id)).toMatchObject({ [`${noun}_category_id`]: null });
});

test('one that is used since the page was opened is not deleted: the dialog asks then', async () => {
  const category = await givenCategory();
  const { question, confirm } = await askedToDelete(category.name);
  expect(question.queryByRole('combobox')).toBeNull();
  const post = await givenPost({ category_id: category.id });
  await confirm();
  expect(await question.findByText('It is in use by now. Choose where its things go.')).toBeTruthy();
  expect(await question.findByRole('combobox', { name: 'Move its 1 post to' })).toBeTruthy();
  expect(await stored('posts', post.id)).toMatchObject({ category_id: category.id });
});
