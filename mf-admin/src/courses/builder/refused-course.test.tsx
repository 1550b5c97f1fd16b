import { staffClient } from '@ki/shared/data/clients.ts';
import { removeAfterwards, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '../../addresses.ts';
import { givenCourse, givenModules } from '../../testing/given.ts';
import { givenRole } from '../../testing/given-role.ts';
import { leave } from '../../testing/leave.ts';
import { openAdmin } from '../../testing/open-admin.ts';
import { buttonsOf, expectAllowed, expectRefused, REASONS } from '../../testing/refused.ts';

afterEach(leave);

async function open(role: 'editor' | 'author', values: { readonly is_published: boolean }) {
  await givenRole(role);
  const course = await givenCourse(values);
  await givenModules(course.id, [2]);
  const view = await openAdmin(addresses.courseBuilder({ id: course.id }));
  return { ...view, course, lesson: await buttonsOf('L1.1') };
}

const LESSON = ['Move down', 'Duplicate', 'Move to…', 'Delete', /^Reorder/] as const;

test.each([
  ['editor', true, REASONS.publicOfOthers],
  ['author', true, REASONS.ofOthers],
  ['author', false, REASONS.ofOthers],
] as const)('as %s, a course of others (published: %s) cannot be changed', async (role, isPublished, reason) => {
  const { lesson } = await open(role, { is_published: isPublished });
  for (const name of LESSON) await expectRefused(lesson(name), reason);
  await expectRefused(screen.getByRole('button', { name: 'Add Module' }), reason);
  await expectRefused(screen.getByRole('button', { name: 'Add Lesson' }), reason);
  expect(screen.queryByRole('link', { name: 'Add Module' })).toBeNull();
});

test('an editor changes the unpublished course of others', async () => {
  const { lesson } = await open('editor', { is_published: false });
  await screen.findByText(REASONS.publicOfOthers);
  for (const name of LESSON) expectAllowed(lesson(name));
  expect(screen.getByRole('link', { name: 'Add Module' })).toBeTruthy();
});

test('an editor begins a draft of the published course of others, and changes it then', async () => {
  const { user, lesson } = await open('editor', { is_published: true });
  await expectRefused(lesson('Delete'), REASONS.publicOfOthers);
  await user.click(screen.getByRole('button', { name: 'Save Draft' }));
  await screen.findByText(/^A draft has begun/);
  await waitFor(async () => expectAllowed((await buttonsOf('L1.1'))('Delete')));
});

test('an author begins no draft of the course of others', async () => {
  await open('author', { is_published: true });
  await expectRefused(screen.getByRole('button', { name: 'Save Draft' }), REASONS.ofOthers);
});

test('an author changes an own published course by its draft only', async () => {
  await givenRole('author');
  const slug = unique('kurs-');
  removeAfterwards('courses', 'slug', slug);
  const own = (await staffClient()).from('courses').insert({ title: slug, slug }).select('id').single();
  const { id } = (await own.throwOnError()).data;
  await givenModules(id, [1]);
  await serviceClient().from('courses').update({ is_published: true }).eq('id', id).throwOnError();
  const { user } = await openAdmin(addresses.courseBuilder({ id }));
  await expectRefused((await buttonsOf('L1.1'))('Delete'), REASONS.public);
  const begin = screen.getByRole('button', { name: 'Save Draft' });
  expectAllowed(begin);
  await user.click(begin);
  await screen.findByText(/^A draft has begun/);
  await waitFor(async () => expectAllowed((await buttonsOf('L1.1'))('Delete')));
  expectAllowed((await buttonsOf('L1.1'))('Duplicate'));
  expect(screen.getByRole('link', { name: 'Add Module' })).toBeTruthy();
});
