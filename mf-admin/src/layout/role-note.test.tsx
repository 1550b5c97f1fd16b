import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenCourse } from '../testing/given.ts';
import { givenRole } from '../testing/given-role.ts';
import { leave } from '../testing/leave.ts';
import { openAdmin } from '../testing/open-admin.ts';

afterEach(leave);

const { dashboard, workshops, pictures, calendar, trash } = addresses;

test.each([
  { role: 'author', address: dashboard, note: /^You may write and delete your own drafts\./ },
  { role: 'editor', address: dashboard, note: /^You may write every draft/ },
  { role: 'author', address: workshops, note: /^Workshops are public at once/ },
  { role: 'editor', address: pictures, note: /^You may add pictures/ },
  { role: 'author', address: calendar, note: /^Editors and publishers move/ },
  { role: 'editor', address: trash, note: /^You may restore drafts/ },
] as const)('$address says once what an $role may do, and a form does not', async ({ role, address, note }) => {
  await givenRole(role);
  const { router } = await openAdmin(address);
  await screen.findByText(note);
  expect(screen.getAllByText(note)).toHaveLength(1);
  await router.navigate(addresses.newPost);
  await screen.findByRole('heading', { name: 'New Post' });
  expect(screen.queryByText(note)).toBeNull();
});

test('the builder of a course says it, too', async () => {
  await givenRole('editor');
  const { id } = await givenCourse();
  await openAdmin(addresses.courseBuilder({ id }));
  await screen.findByText(/^You may write every draft/);
});

test('a publisher reads nothing of it', async () => {
  await openAdmin(dashboard);
  await screen.findByRole('table', { name: 'Posts' });
  expect(screen.queryByText(/^You may /)).toBeNull();
});
