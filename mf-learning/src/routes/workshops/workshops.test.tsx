import { paths } from '@ki/shared/contract/paths.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { addWorkshops } from '../../../testing/records.ts';
import { remote } from '../../module.ts';

const open = (address: string) => renderRoute(remote.routes, address);
const KOMPASS = 'KI-Kompass für Bildungsteams';

/** Navigates from the list: in React's strict mode the test DOM closes a dialog that is open at the first render. */
async function openWith(workshop: string) {
  const view = open(`${paths.workshops}?suche=Prompt-Werkstatt`);
  await screen.findByRole('article', { name: 'Prompt-Werkstatt' });
  await view.router.navigate(paths.workshop(workshop));
  return view;
}

test('Cards show category, title, subtitle, description, duration and Max N', async () => {
  const word = unique();
  await addWorkshops([{ title: word }]);
  const { router } = open('/workshops?suche=KI-Kompass');
  const card = within(await screen.findByRole('article', { name: KOMPASS }));
  const subtitle = 'Ein Tag, eine gemeinsame Sprache, drei Vorhaben';
  for (const text of ['Einstieg & Orientierung', subtitle, /^Ihr Team probiert gemeinsam aus/, '7h', 'Max 20'])
    card.getByText(text);
  await router.navigate(`/workshops?suche=${word}`);
  expect((await screen.findByRole('article', { name: word })).textContent).toBe(`${word}Details`);
});

test('Details opens a dialog with content, learning objectives, duration and places, and is kept in the address', async () => {
  const user = userEvent.setup();
  const { router } = open('/workshops?suche=KI-Kompass');
  await user.click(await screen.findByRole('button', { name: 'Details' }));
  const dialog = within(await screen.findByRole('dialog', { name: KOMPASS }));
  await dialog.findByRole('heading', { name: 'Ablauf' });
  dialog.getByRole('heading', { name: 'Lernziele' });
  for (const text of ['ein eigenes Vorhaben mit Zuständigkeit und Termin festhalten', '7h', 'Max 20'])
    dialog.getByText(text);
  expect(router.state.location.search).toMatch(/^\?suche=KI-Kompass&workshop=[\da-f-]{36}$/);
  await user.click(dialog.getByRole('button', { name: 'Schliessen' }));
  await waitFor(() => expect(router.state.location.search).toBe('?suche=KI-Kompass'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('An address that names a workshop opens its dialog; closing it stays on the list', async () => {
  const [{ id, title } = { id: '', title: '' }] = await addWorkshops([{ title: `Eigener ${unique()}` }]);
  const { router } = await openWith(id);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.click(dialog.getByRole('button', { name: 'Schliessen' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(router.state.location.pathname).toBe('/workshops');
});

test('The dialog of an unknown workshop says that there is none', async () => {
  await openWith(crypto.randomUUID());
  await within(await screen.findByRole('dialog')).findByText('Diesen Workshop gibt es nicht oder nicht mehr.');
});
