import { serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenWorkshop, removeCourseLike } from '../testing/given.ts';
import { fill, openAdmin, press, rowOf, submit } from '../testing/open-admin.ts';

test('Workshops list', async () => {
  const workshop = await givenWorkshop({ subtitle: 'Untertitel', duration: '02:30:00', max_participants: 12 });
  await openAdmin(addresses.workshops);
  const row = within(await rowOf(workshop.title));
  for (const text of ['Untertitel', '2h 30m', 'Max 12']) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(addresses.editWorkshop(workshop));
});

test('a new workshop: numbers have bounds, duration is stored as HH:MM:SS, and texts are previewed as visitors see them', async () => {
  const title = unique('Neu ');
  removeCourseLike('workshops', title);
  const { path } = await openAdmin(addresses.newWorkshop);
  await fill('Title', title);
  for (const [name, value, message] of [
    ['Max Participants', '-1', 'Max Participants must be a whole number of at least 0'],
    ['Max Participants', '2.5', 'Max Participants must be a whole number of at least 0'],
    ['Hours', '24', 'Hours must be at most 23'],
    ['Minutes', '60', 'Minutes must be at most 59'],
    ['Minutes', '-5', 'Minutes must be a whole number of at least 0'],
  ] as const) {
    await fill(name, value);
    press('Create Workshop');
    expect(await screen.findByText(message), value).toBeTruthy();
    await fill(name, '1');
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  }
  await fill('Max Participants', '8');
  await fill('Hours', '3');
  await fill('Minutes', '5');
  await fill('Content', '## Ablauf');
  await fill('Learning Objectives', '- Ziel');
  press('Preview');
  const preview = within(screen.getByRole('region', { name: 'Preview of Content' }));
  expect(await preview.findByRole('heading', { name: 'Ablauf' })).toBeTruthy();
  await submit(path, 'Create Workshop', addresses.workshops);
  const { data } = await serviceClient().from('workshops').select().eq('title', title).single();
  expect(data).toMatchObject({
    duration: '03:05:00',
    max_participants: 8,
    content: '## Ablauf',
    learning_objectives: '- Ziel',
  });
});

test('an edit keeps the seconds that the form does not show', async () => {
  const workshop = await givenWorkshop({ duration: '01:15:30', content: 'alt' });
  const { path } = await openAdmin(addresses.editWorkshop(workshop));
  await fill('Content', 'neu');
  await submit(path, 'Update Workshop', addresses.workshops);
  expect(await stored('workshops', workshop.id)).toMatchObject({ duration: '01:15:30', content: 'neu' });
});
