import { stored, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { courseAt, givenCourse, givenModules, removeCourseLike, storedModules, titlesOf } from '../testing/given.ts';
import { failing } from '../testing/network.ts';
import { field, fill, openAdmin, press, rowOf } from '../testing/open-admin.ts';

test('the list has drafts, too, with derived counts; a course is published and unpublished from it, and a failure is told', async () => {
  const course = await givenCourse({ difficulty_level: 'advanced' });
  await givenModules(course.id, [3, 4]);
  const { user } = await openAdmin(addresses.courses);
  const row = within(await rowOf(course.title));
  for (const text of ['advanced', '2 modules', '7 lessons']) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(addresses.editCourse(course));
  expect(row.getByRole('link', { name: 'Builder' }).getAttribute('href')).toBe(addresses.courseBuilder(course));
  await user.click(row.getByRole('button', { name: 'Draft' }));
  const published = await within(await rowOf(course.title)).findByRole('button', { name: 'Published' });
  expect(await stored('courses', course.id)).toMatchObject({ is_published: true });
  const repair = failing('PATCH', 'courses');
  await user.click(published);
  expect(await screen.findByText('Failed to update course')).toBeTruthy();
  repair();
  await user.click(published);
  await within(await rowOf(course.title)).findByRole('button', { name: 'Draft' });
  expect(await stored('courses', course.id)).toMatchObject({ is_published: false });
});

test('New course: slug from the title, level beginner, a draft, total_duration 00:00:00, enrollment_count 0', async () => {
  const slug = unique('ueber-ki-');
  const title = `Über KI ${slug.slice('ueber-ki-'.length)}`;
  removeCourseLike('courses', title);
  const { path } = await openAdmin(addresses.newCourse);
  await fill('Title', title);
  expect((await field('Slug')).value).toBe(slug);
  press('Create Course');
  expect(await screen.findByRole('heading', { level: 1, name: 'Course Builder' })).toBeTruthy();
  const created = await courseAt(slug);
  expect(path()).toBe(addresses.courseBuilder({ id: created?.id ?? '' }));
  expect(created).toMatchObject({
    title,
    difficulty_level: 'beginner',
    is_published: false,
    thumbnail_url: null,
    total_duration: '00:00:00',
    enrollment_count: 0,
  });
});

test('a thumbnail must be a URL; its preview asks its host for nothing, and says when the picture will show', async () => {
  const { path } = await openAdmin(addresses.newCourse);
  await fill('Title', 'Titel');
  expect(await screen.findByText('As visitors will see it')).toBeTruthy();
  for (const address of ['keine adresse', 'bild.png', 'ftp://example.com/a.png', 'javascript:alert(1)']) {
    await fill('Thumbnail URL', address);
    press('Create Course');
    expect(await screen.findByText('Thumbnail URL must be an http or https URL'), address).toBeTruthy();
    expect(path()).toBe(addresses.newCourse);
    await fill('Thumbnail URL', 'https://bilder.example/a.png');
    expect(await screen.findByText(/^The picture is fetched after saving\./)).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Thumbnail URL must be an http or https URL')).toBeNull());
  }
  expect(document.querySelector('img')).toBeNull();
});

test('A whole course is duplicated as a draft, and again; a failure is told', async () => {
  const course = await givenCourse({ is_published: true, description: 'Worum es geht' });
  await givenModules(course.id, [2, 1]);
  const { user } = await openAdmin('/admin/courses');
  const duplicate = async () => within(await rowOf(course.title)).getByRole('button', { name: 'Duplicate' });
  const repair = failing('POST', 'rpc/duplicate_course');
  await user.click(await duplicate());
  expect(await screen.findByText('Failed to create course')).toBeTruthy();
  repair();
  await user.click(await duplicate());
  await waitFor(() => expect(screen.getAllByText(`${course.title} (Kopie)`)).toHaveLength(1));
  const copy = await courseAt(`${course.slug}-kopie`);
  expect(copy).toMatchObject({ is_published: false, description: 'Worum es geht', lesson_count: 3 });
  expect(titlesOf(await storedModules(copy?.id ?? ''))).toEqual(titlesOf(await storedModules(course.id)));
  await user.click(await duplicate());
  await waitFor(() => expect(screen.getAllByText(`${course.title} (Kopie)`)).toHaveLength(2));
  expect(await courseAt(`${course.slug}-kopie-2`)).not.toBeNull();
});

test('The confirmation of a deletion names the rows that are deleted with the course', async () => {
  const course = await givenCourse();
  await givenModules(course.id, [1, 4]);
  const { user } = await openAdmin(addresses.courses);
  await user.click(within(await rowOf(course.title)).getByRole('button', { name: 'Delete' }));
  const question = 'Are you sure you want to delete this course? Its 2 modules and 5 lessons will be deleted with it.';
  expect(screen.getByRole('dialog', { name: question })).toBeTruthy();
});
