import { unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createRecords } from '../../../testing/records.ts';
import { remote } from '../../module.ts';

const { addCourses } = createRecords(serviceClient());

const open = (address: string) => renderRoute(remote.routes, address);
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const found = (text: string) => screen.findByText(text, { selector: '[role="status"]' });

test('Cards show a course and link to /courses/{slug}', async () => {
  open('/online-courses?suche=KI-Grundlagen');
  const link = await screen.findByRole('link', { name: 'KI-Grundlagen für Lehrende' });
  expect(link.getAttribute('href')).toBe('/courses/ki-grundlagen-fuer-lehrende');
  const card = within(link.closest('article') as HTMLElement);
  for (const text of ['Grundlagen', 'beginner', '4 modules', '16 lessons', '4h 20m']) card.getByText(text);
});

test('The level filter offers All Levels, beginner, intermediate, advanced', async () => {
  open('/online-courses');
  const filter = await screen.findByRole('combobox', { name: 'Level' });
  const names = within(filter)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['All Levels', 'beginner', 'intermediate', 'advanced']);
});

test('The category filter begins with All Categories', async () => {
  open('/online-courses');
  const filter = await screen.findByRole('combobox', { name: 'Category' });
  await within(filter).findByRole('option', { name: 'Didaktik' });
  expect(within(filter).getAllByRole('option')[0]?.textContent).toBe('All Categories');
});

test('Only published courses are listed', async () => {
  const word = unique();
  await addCourses([{ title: `${word} fertig` }, { title: `${word} Entwurf`, is_published: false }]);
  open(`/online-courses?suche=${word}`);
  await found('1 course found');
  expect(titles()).toEqual([`${word} fertig`]);
});

test('Search, category and level combine, and the address keeps all three', async () => {
  const user = userEvent.setup();
  const { router } = open('/online-courses');
  const category = await screen.findByRole('combobox', { name: 'Category' });
  await within(category).findByRole('option', { name: 'Technik' });
  await user.selectOptions(category, 'Technik');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Level' }), 'advanced');
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'sprach{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?suche=sprach&kategorie=Technik&stufe=advanced'));
  await waitFor(() => expect(titles()).toEqual(['Sprachmodelle verstehen: von Tokens bis Evaluation']));
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.search).toBe('?kategorie=Technik&stufe=advanced'));
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.search).toBe('?kategorie=Technik'));
});

test('Clear filters brings the whole list back', async () => {
  const user = userEvent.setup();
  open('/online-courses?stufe=advanced&kategorie=Technik');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(titles()).toContain('KI-Grundlagen für Lehrende'));
  for (const filter of screen.getAllByRole<HTMLSelectElement>('combobox')) expect(filter.value).toBe('');
});

test('No courses found matching your criteria.', async () => {
  open(`/online-courses?suche=${unique()}`);
  await screen.findByText('No courses found matching your criteria.');
});

test('A list of 1,000 courses shows the first 100, their range and a link to the others', async () => {
  const user = userEvent.setup();
  const word = unique();
  await addCourses(Array.from({ length: 1000 }, (_, index) => ({ title: `${word} ${index}` })));
  const { router } = open(`/online-courses?suche=${word}`);
  await found('1000 courses found, showing 1 to 100');
  expect(titles()).toHaveLength(100);
  await user.click(screen.getByRole('link', { name: 'Weitere Kurse' }));
  await found('1000 courses found, showing 101 to 200');
  await router.navigate(`/online-courses?suche=${word}&seite=10`);
  await found('1000 courses found, showing 901 to 1000');
  expect(screen.queryByRole('link', { name: 'Weitere Kurse' })).toBeNull();
  await router.navigate(`/online-courses?suche=${word}&seite=99`);
  await found('1000 courses found, showing 1 to 100');
}, 60_000);
