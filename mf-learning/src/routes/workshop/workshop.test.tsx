import { paths } from '@ki/shared/contract/paths.ts';
import { unique } from '@ki/shared/testing/given.ts';
import { renderRoute } from '@ki/shared/testing/render-route.tsx';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addWorkshops } from '../../../testing/records.ts';
import { remote } from '../../module.ts';

const open = (workshop: string) => renderRoute(remote.routes, paths.workshopPage({ workshop }));

test('The page of a workshop has all its facts and texts, and links back', async () => {
  const title = `Eigener ${unique()}`;
  const [workshop] = await addWorkshops([
    {
      title,
      subtitle: 'Untertitel',
      description: 'Beschreibung',
      content: '# Ablauf\n\nErst dies.',
      learning_objectives: '- Ein Ziel',
      duration: '07:00:00',
      max_participants: 12,
    },
  ]);
  open(workshop?.id ?? '');
  await screen.findByRole('heading', { level: 1, name: title });
  for (const text of ['Untertitel', 'Beschreibung', 'Erst dies.', 'Ein Ziel', '7h', 'Max 12']) screen.getByText(text);
  for (const name of ['Ablauf', 'Lernziele']) screen.getByRole('heading', { level: 2, name });
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Startseite', '/'],
    ['Workshops', '/workshops'],
    ['Zu allen Workshops', '/workshops'],
  ]);
});

test('A workshop without anything but a title has a page, too', async () => {
  const title = `Eigener ${unique()}`;
  const [workshop] = await addWorkshops([{ title }]);
  open(workshop?.id ?? '');
  expect((await screen.findByRole('article')).textContent).toBe(`StartseiteWorkshops${title}Zu allen Workshops`);
});

test.each([crypto.randomUUID(), 'keiner', ' '])('Workshop Not Found: %s', async (id) => {
  open(id);
  await screen.findByRole('heading', { level: 1, name: 'Workshop Not Found' });
  expect(screen.getByRole('link', { name: 'Zu allen Workshops' }).getAttribute('href')).toBe('/workshops');
});
