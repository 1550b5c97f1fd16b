import { paths } from '@ki/shared/contract/paths.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createRecords } from '../../../testing/records.ts';
import { remote } from '../../module.ts';

const { addWorkshops } = createRecords(serviceClient());

const open = (address: string) => renderRoute(remote.routes, address);
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
/** Navigates from the list: in React's strict mode the test DOM closes a dialog that is open at the first render. */
async function openWith(workshop: string) {
  const view = open(paths.workshops);
  await screen.findByRole('article', { name: 'Prompt-Werkstatt' });
  await view.router.navigate(paths.workshop(workshop));
  return view;
}

const found = (text: string) => screen.findByText(text, { selector: '[role="status"]' });

test('Cards show category, title, subtitle, description, duration and Max N', async () => {
  open('/workshops?suche=KI-Kompass');
  const card = within(await screen.findByRole('article', { name: 'KI-Kompass für Bildungsteams' }));
  for (const text of [
    'Einstieg & Orientierung',
    'Ein Tag, eine gemeinsame Sprache, drei Vorhaben',
    /^Ihr Team probiert gemeinsam aus/,
    '7h',
    'Max 20',
  ]) {
    card.getByText(text);
  }
});

test('There is a search box and a category filter that begins with All Categories', async () => {
  open('/workshops');
  await screen.findByRole('searchbox', { name: 'Search' });
  const filter = screen.getByRole('combobox', { name: 'Category' });
  await within(filter).findByRole('option', { name: 'Kursgestaltung' });
  const names = within(filter)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toEqual([
    'All Categories',
    'Einstieg & Orientierung',
    'Führung & Spielregeln',
    'Kursgestaltung',
    'Werkzeugpraxis',
  ]);
});

test('Typing a part of a title filters the list, is kept in the address, and is one entry of the history', async () => {
  const user = userEvent.setup();
  const { router } = open('/workshops');
  await screen.findByRole('article', { name: 'Prompt-Werkstatt' });
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  await user.type(box, 'WERKST');
  await found('1 workshop found');
  await user.type(box, 'att');
  await waitFor(() => expect(router.state.location.search).toBe('?suche=WERKSTatt'));
  await waitFor(() => expect(titles()).toEqual(['Prompt-Werkstatt']));

  await router.navigate(-1);
  await waitFor(() => expect(box.value).toBe(''));
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(titles().length).toBeGreaterThan(1));
});

test('A chosen category is kept in the address, and Back takes it away', async () => {
  const user = userEvent.setup();
  const { router } = open('/workshops');
  const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Category' });
  await within(filter).findByRole('option', { name: 'Werkzeugpraxis' });
  await user.selectOptions(filter, 'Werkzeugpraxis');
  await waitFor(() => expect(router.state.location.search).toBe('?kategorie=Werkzeugpraxis'));
  await waitFor(() => {
    expect(titles()).toContain('Prompt-Werkstatt');
    expect(titles()).not.toContain('KI über Mittag');
  });
  await router.navigate(-1);
  await waitFor(() => expect(filter.value).toBe(''));
});

test('An address with filters shows them in the form', async () => {
  open('/workshops?suche=bilder&kategorie=Werkzeugpraxis');
  await found('1 workshop found');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('bilder');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('Werkzeugpraxis');
});

test('Clear filters is shown with a filter only, brings the whole list back and focuses the search', async () => {
  const user = userEvent.setup();
  const { router } = open('/workshops?suche=bilder');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(titles().length).toBeGreaterThan(1));
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
});

test('No workshops found matching your criteria.', async () => {
  open(`/workshops?suche=${unique()}`);
  await screen.findByText('No workshops found matching your criteria.');
  await found('0 workshops found');
});

test('An unknown category has no workshops, and the form shows it', async () => {
  open('/workshops?kategorie=Kochen');
  await screen.findByText('No workshops found matching your criteria.');
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('Kochen');
});

test('Details opens a dialog with content, learning objectives, duration and places, and is kept in the address', async () => {
  const user = userEvent.setup();
  const { router } = open('/workshops?suche=KI-Kompass');
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'KI-Kompass für Bildungsteams' }));
  await dialog.findByRole('heading', { name: 'Ablauf' });
  dialog.getByRole('heading', { name: 'Lernziele' });
  dialog.getByText('ein eigenes Vorhaben mit Zuständigkeit und Termin festhalten');
  dialog.getByText('7h');
  dialog.getByText('Max 20');
  expect(router.state.location.search).toMatch(/^\?suche=KI-Kompass&workshop=[\da-f-]{36}$/);

  await user.click(dialog.getByRole('button', { name: 'Schliessen' }));
  await waitFor(() => expect(router.state.location.search).toBe('?suche=KI-Kompass'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('An address that names a workshop opens its dialog; closing it stays on the list', async () => {
  const user = userEvent.setup();
  const [workshop] = await addWorkshops([{ title: `Eigener ${unique()}` }]);
  const { router } = await openWith(workshop?.id ?? '');
  const dialog = within(await screen.findByRole('dialog', { name: workshop?.title ?? '' }));
  await user.click(dialog.getByRole('button', { name: 'Schliessen' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(router.state.location.pathname).toBe('/workshops');
});

test('The dialog of an unknown workshop says that there is none', async () => {
  await openWith(crypto.randomUUID());
  await within(await screen.findByRole('dialog')).findByText('Diesen Workshop gibt es nicht oder nicht mehr.');
});

test('A workshop without duration, limit, category and texts shows its title alone', async () => {
  const word = unique();
  await addWorkshops([{ title: word }]);
  open(`/workshops?suche=${word}`);
  const card = await screen.findByRole('article', { name: word });
  expect(card.textContent).toBe(`${word}Details`);
});

test('A list of 2,000 workshops shows the first 100, their range and a link to the others', async () => {
  const user = userEvent.setup();
  const word = unique();
  await addWorkshops(Array.from({ length: 2000 }, (_, index) => ({ title: `${word} ${index}` })));
  const { router } = open(`/workshops?suche=${word}`);
  await found('2000 workshops found, showing 1 to 100');
  expect(titles()).toHaveLength(100);
  await user.click(screen.getByRole('link', { name: 'Weitere Workshops' }));
  await found('2000 workshops found, showing 101 to 200');
  expect(router.state.location.search).toBe(`?suche=${word}&seite=2`);
}, 60_000);
