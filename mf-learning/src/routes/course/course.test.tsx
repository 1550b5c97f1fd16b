import { serviceClient, unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addCourseOf, addCourses } from '../../../testing/records.ts';
import { remote } from '../../module.ts';

const open = (slug: string) => renderRoute(remote.routes, `/courses/${slug}`);

beforeEach(() => localStorage.clear());

test('Category and level badges, counts of modules, lessons and duration, and a side card with Start Learning', async () => {
  const { data } = await serviceClient().from('course_categories').select('id').eq('name', 'Technik').single();
  const course = await addCourseOf(
    { title: unique(), difficulty_level: 'advanced', enrollment_count: 38, course_category_id: data?.id ?? '' },
    {
      ...{ Leer: [], Eins: [{ title: 'A', duration: '01:00:00' }] },
      Zwei: [{ title: 'B', duration: '00:30:00' }, { title: 'C' }],
    },
  );
  const { container } = open(course.slug);
  await screen.findByRole('heading', { level: 1, name: course.title });
  const head = within(container.querySelector('header') as HTMLElement);
  for (const text of ['Technik', 'advanced', '3 modules', '3 lessons', '1h 30m']) head.getByText(text);
  const side = within(screen.getByRole('complementary'));
  for (const text of ['3 modules', '3 lessons', '1h 30m', '38 enrolled students']) side.getByText(text);
  side.getByText('Registration and authentication coming soon');
  const start = side.getByRole('link', { name: 'Start Learning' });
  expect(start.getAttribute('href')).toBe(`/courses/${course.slug}/lessons/${course.lessons[0]?.id}`);
});

test('Collapsible modules (first open) list lessons linking to /courses/{slug}/lessons/{lessonId}', async () => {
  const course = await addCourseOf({ title: unique() }, { Anfang: [{ title: 'A' }], Schluss: [{ title: 'B' }] });
  open(course.slug);
  const first = (await screen.findByRole('heading', { name: 'Anfang' })).closest('details');
  const second = screen.getByRole('heading', { name: 'Schluss' }).closest('details');
  expect([first?.open, second?.open]).toEqual([true, false]);
  await userEvent.click(screen.getByRole('heading', { name: 'Schluss' }));
  expect(second?.open).toBe(true);
  const link = screen.getByRole('link', { name: /A$/ });
  expect(link.getAttribute('href')).toBe(`/courses/${course.slug}/lessons/${course.lessons[0]?.id}`);
});

test('A course without lessons says so and has nothing to start', async () => {
  const course = await addCourseOf({ title: unique() }, {});
  open(course.slug);
  await screen.findByText('Dieser Kurs hat noch keine Lektionen.');
  expect(screen.queryByRole('link', { name: 'Start Learning' })).toBeNull();
});

test('Reader sees the progress in a course, can continue there, and can start over without losing that of others', async () => {
  const user = userEvent.setup();
  const course = await addCourseOf({ title: unique() }, { Eins: [{ title: 'A' }, { title: 'B' }, { title: 'C' }] });
  const [a, b] = course.lessons;
  const others = { another: ['1'] };
  localStorage.setItem('course-progress', JSON.stringify({ ...others, broken: 0, [course.id]: [a?.id, 'removed'] }));
  open(course.slug);
  await screen.findByText('1 von 3 Lektionen erledigt');
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(1);
  const next = screen.getByRole('link', { name: 'Continue Learning' });
  expect(next.getAttribute('href')).toBe(`/courses/${course.slug}/lessons/${b?.id}`);
  screen.getByRole('link', { name: /A.*erledigt/ });

  await user.click(screen.getByRole('button', { name: 'Fortschritt zurücksetzen' }));
  await screen.findByText('0 von 3 Lektionen erledigt');
  expect(JSON.parse(localStorage.getItem('course-progress') ?? '')).toEqual(others);
  screen.getByRole('link', { name: 'Start Learning' });
  await user.click(screen.getByRole('button', { name: 'Zurücksetzen rückgängig machen' }));
  await screen.findByText('1 von 3 Lektionen erledigt');
});

test.each([
  ['no course', async () => []],
  ['a draft', () => addCourses([{ title: unique(), is_published: false }])],
])('%s: Course Not Found', async (_, add) => {
  const [draft] = await add();
  open(draft?.slug ?? `kein-kurs-${unique()}`);
  await screen.findByRole('heading', { level: 1, name: 'Course Not Found' });
});
