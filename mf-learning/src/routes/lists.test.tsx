import { serviceClient, unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addCourses, addWorkshops } from '../../testing/records.ts';
import { remote } from '../module.ts';

const open = (address: string) => renderRoute(remote.routes, address);
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const found = (text: string) => screen.findByText(text, { selector: '[role="status"]' });
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
const choice = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });

const optionsOf = async (name: string, one: string) => {
  const filter = within(await choice(name));
  await filter.findByRole('option', { name: one });
  return filter.getAllByRole('option').map(({ textContent }) => textContent);
};

const WORKSHOPS = {
  ...{ address: '/workshops', heading: 'Workshops', column: 'workshops_intro', add: addWorkshops },
  ...{ one: 'workshop', many: 'workshops', more: 'Weitere Workshops' },
  ...{ category: 'Werkzeugpraxis', search: 'PROMPT-', title: 'Prompt-Werkstatt' },
  words: /^Vom ersten Ausprobieren .* an Ihren Aufgaben\.$/,
} as const;

const COURSES = {
  ...{ address: '/online-courses', heading: 'Online-Kurse', column: 'courses_intro', add: addCourses },
  ...{ one: 'course', many: 'courses', more: 'Weitere Kurse' },
  ...{ category: 'Technik', search: 'SPRACH', title: 'Sprachmodelle verstehen: von Tokens bis Evaluation' },
  words: /^Lektion für Lektion .* am eigenen Kurs ausprobieren\.$/,
} as const;

describe.each([WORKSHOPS, COURSES])('$address', ({ address, heading, column, one, many, more, add, ...seeded }) => {
  test('search and category narrow the list down, are kept in the address, and Clear filters takes them away', async () => {
    const user = userEvent.setup();
    const { router } = open(address);
    const { category, search, title } = seeded;
    expect((await optionsOf('Category', category))[0]).toBe('All Categories');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await user.selectOptions(await choice('Category'), category);
    await waitFor(() => expect(router.state.location.search).toBe(`?kategorie=${category}`));
    await user.type(box(), search);
    await waitFor(() => expect(router.state.location.search).toBe(`?suche=${search}&kategorie=${category}`));
    await found(`1 ${one} found`);
    await waitFor(() => expect(titles()).toEqual([title]));
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await waitFor(() => expect(titles().length).toBeGreaterThan(1));
    expect(titles()).toContain(title);
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    expect([box().value, (await choice('Category')).value]).toEqual(['', '']);
    expect(document.activeElement).toBe(box());
  });

  test('an address with filters shows them in the form, also an unknown word or category, which has no entries', async () => {
    const { category, search } = seeded;
    const { router } = open(`${address}?suche=${search}&kategorie=${category}`);
    await found(`1 ${one} found`);
    expect([box().value, (await choice('Category')).value]).toEqual([search, category]);
    await router.navigate(`${address}?suche=${unique()}`);
    await screen.findByText(`No ${many} found matching your criteria.`);
    await found(`0 ${many} found`);
    await router.navigate(`${address}?kategorie=Kochen`);
    await waitFor(async () => expect((await choice('Category')).value).toBe('Kochen'));
    await found(`0 ${many} found`);
  });

  test('a long list shows the first 100, their range and a link to the others', async () => {
    const word = unique();
    await add(Array.from({ length: 201 }, (_, index) => ({ title: `${word} ${index}` })));
    const { router } = open(`${address}?suche=${word}`);
    await found(`201 ${many} found, showing 1 to 100`);
    expect(titles()).toHaveLength(100);
    await userEvent.click(screen.getByRole('link', { name: more }));
    await found(`201 ${many} found, showing 101 to 200`);
    expect(router.state.location.search).toBe(`?suche=${word}&seite=2`);
    await router.navigate(`${address}?suche=${word}&seite=3`);
    await found(`201 ${many} found, showing 201 to 201`);
    expect(screen.queryByRole('link', { name: more })).toBeNull();
    await router.navigate(`${address}?suche=${word}&seite=99`);
    await found(`201 ${many} found, showing 1 to 100`);
  });

  test.each([
    ['the words that a new site has', null, seeded.words],
    ['the words of the site', 'Bei uns im Haus am See.', /^Bei uns im Haus am See\.$/],
    ['no paragraph without words', ' ', undefined],
  ])('it begins with %s', async (_, text, shown) => {
    const site = () => serviceClient().from('site');
    const { data: before } = await site().select('workshops_intro, courses_intro').single().throwOnError();
    onTestFinished(async () => void (await site().update(before).neq('name', '')));
    if (text)
      await site()
        .update({ ...before, [column]: text })
        .neq('name', '')
        .throwOnError();
    open(address);
    const head = (await screen.findByRole('heading', { level: 1, name: heading })).parentElement;
    await screen.findByText(/ found$/, { selector: '[role="status"]' });
    if (!shown) expect(head?.querySelector('p')).toBeNull();
    else await waitFor(() => expect(head?.querySelector('p')?.textContent).toMatch(shown));
  });
});

test('The filters offer the categories and the levels All Levels, beginner, intermediate, advanced', async () => {
  const { router } = open('/online-courses');
  expect(await optionsOf('Level', 'beginner')).toEqual(['All Levels', 'beginner', 'intermediate', 'advanced']);
  await userEvent.selectOptions(await choice('Level'), 'advanced');
  await waitFor(() => expect(router.state.location.search).toBe('?stufe=advanced'));
  await router.navigate('/workshops');
  await screen.findByRole('article', { name: 'Prompt-Werkstatt' });
  const names = ['Einstieg & Orientierung', 'Führung & Spielregeln', 'Kursgestaltung', 'Werkzeugpraxis'];
  expect(await optionsOf('Category', 'Kursgestaltung')).toEqual(['All Categories', ...names]);
});

test('Cards show a published course and link to /courses/{slug}', async () => {
  const word = unique();
  await addCourses([{ title: `${word} fertig` }, { title: `${word} Entwurf`, is_published: false }]);
  const { router } = open(`/online-courses?suche=${word}`);
  await found('1 course found');
  expect(titles()).toEqual([`${word} fertig`]);
  await router.navigate('/online-courses?suche=KI-Grundlagen');
  const link = await screen.findByRole('link', { name: 'KI-Grundlagen für Lehrende' });
  expect(link.getAttribute('href')).toBe('/courses/ki-grundlagen-fuer-lehrende');
  const card = within(link.closest('article') as HTMLElement);
  for (const text of ['Grundlagen', 'beginner', '4 modules', '16 lessons', '4h 20m']) card.getByText(text);
});
