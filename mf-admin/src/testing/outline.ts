import type { Tables } from '@ki/shared/testing/given.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addresses } from '../addresses.ts';
import { searchOfView } from '../courses/model/builder-view.ts';
import { givenCourse, givenModules, storedModules, titlesOf } from './given.ts';
import { openAdmin, textsOf } from './open-admin.ts';

/** A course with a module and a lesson; `at` is the address of a view of its builder. */
export async function givenOutline(values: Partial<Tables['courses']['Insert']> = {}) {
  const course = await givenCourse(values);
  await givenModules(course.id, [1]);
  const [module] = await storedModules(course.id);
  const at = (view: Parameters<typeof searchOfView>[0]) => addresses.courseBuilder(course) + searchOfView(view);
  return { course, module: module?.id ?? '', lesson: module?.lessons[0]?.id ?? '', at };
}

/** Opens the builder of a course with modules `M1`, … of `counts` lessons `L1.1`, … */
export async function openBuilder(counts: readonly number[], values: Partial<Tables['courses']['Insert']> = {}) {
  const course = await givenCourse(values);
  await givenModules(course.id, counts);
  const view = await openAdmin(addresses.courseBuilder({ id: course.id }));
  await screen.findByRole('heading', { name: 'Course Builder' });
  return { ...view, course, stored: async () => titlesOf(await storedModules(course.id)) };
}

/** The innermost list item that contains a title. */
export const entry = (title: string) => {
  const found = screen.getByText(title).closest('li');
  if (!found) throw new Error(`${title} is in no list`);
  return within(found);
};

export const buttonOf = (title: string, name: string) =>
  entry(title).getAllByRole('button', { name })[0] as HTMLElement;
export const linkOf = (title: string, name: string) => entry(title).getAllByRole('link', { name })[0] as HTMLElement;

/** Titles of modules and lessons in their order. */
export const shownTitles = () =>
  textsOf(within(screen.getByRole('list', { name: 'Modules' })).getAllByText(/^[ML]\d[.\d]*( \(Kopie\))?$/));

export async function deleteRow(title: string): Promise<void> {
  await userEvent.click(buttonOf(title, 'Delete'));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
}
