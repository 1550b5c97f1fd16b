import { unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { changeWorkshop, givenWorkshop, removeCourseLike, storedWorkshop } from '../testing/given.ts';
import { failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const rowOf = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const number = (name: string) => screen.findByRole('spinbutton', { name });

test('Workshops list', async () => {
  const workshop = await givenWorkshop({ subtitle: 'Untertitel', duration: '02:30:00', max_participants: 12 });
  await openAdmin('/admin/workshops');
  const row = await rowOf(workshop.title);
  expect(row.getByText('Untertitel')).toBeTruthy();
  expect(row.getByText('2h 30m')).toBeTruthy();
  expect(row.getByText('Max 12')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(
    addresses.editWorkshop({ id: workshop.id }),
  );
});

test("without workshops: 'No workshops yet'", async () => {
  intercept(({ url }) => (url.pathname.endsWith('/workshops') ? Promise.resolve(Response.json([])) : undefined));
  await openAdmin('/admin/workshops');
  expect(await screen.findByText('No workshops yet')).toBeTruthy();
});

test('New workshop: duration is stored as HH:MM:SS', async () => {
  const title = unique('Neu ');
  removeCourseLike('workshops', title);
  const { user, path } = await openAdmin('/admin/workshops/new');
  await user.type(await field('Title'), title);
  await user.clear(await number('Max Participants'));
  await user.type(await number('Max Participants'), '8');
  await user.clear(await number('Hours'));
  await user.type(await number('Hours'), '3');
  await user.clear(await number('Minutes'));
  await user.type(await number('Minutes'), '5');
  await user.type(await field('Content'), '## Ablauf');
  await user.type(await field('Learning Objectives'), '- Ziel');
  await user.click(screen.getByRole('button', { name: 'Create Workshop' }));
  await waitFor(() => expect(path()).toBe('/admin/workshops'));
  expect(await storedWorkshop('title', title)).toMatchObject({
    duration: '03:05:00',
    max_participants: 8,
    content: '## Ablauf',
    learning_objectives: '- Ziel',
  });
});

test('Content and learning objectives are previewed as visitors see them', async () => {
  const { user } = await openAdmin('/admin/workshops/new');
  await user.type(await field('Content'), '## Ablauf');
  const preview = within(screen.getByRole('region', { name: 'Preview of Content' }));
  expect(await preview.findByRole('heading', { name: 'Ablauf' })).toBeTruthy();
});

test('title required', async () => {
  const { user, path } = await openAdmin('/admin/workshops/new');
  await user.type(await field('Title'), '   ');
  await user.click(screen.getByRole('button', { name: 'Create Workshop' }));
  expect(await screen.findByText('Title is required')).toBeTruthy();
  expect(path()).toBe('/admin/workshops/new');
});

test.each([
  ['Max Participants', '-1', 'Max Participants must be a whole number of at least 0'],
  ['Max Participants', '2.5', 'Max Participants must be a whole number of at least 0'],
  ['Hours', '24', 'Hours must be at most 23'],
  ['Minutes', '60', 'Minutes must be at most 59'],
  ['Minutes', '-5', 'Minutes must be a whole number of at least 0'],
])('%s cannot be %s', async (name, value, message) => {
  const { user, path } = await openAdmin('/admin/workshops/new');
  await user.type(await field('Title'), 'Titel');
  await user.clear(await number(name));
  await user.type(await number(name), value);
  await user.click(screen.getByRole('button', { name: 'Create Workshop' }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(path()).toBe('/admin/workshops/new');
});

test('Edit workshop: seconds that the form does not show stay', async () => {
  const workshop = await givenWorkshop({ duration: '01:15:30', content: 'alt' });
  const { user, path } = await openAdmin(addresses.editWorkshop({ id: workshop.id }));
  await user.type(await field('Content'), ' und neu');
  await user.click(screen.getByRole('button', { name: 'Update Workshop' }));
  await waitFor(() => expect(path()).toBe('/admin/workshops'));
  expect(await storedWorkshop('id', workshop.id)).toMatchObject({ duration: '01:15:30', content: 'alt und neu' });
});

test('Delete asks for confirmation and removes the workshop', async () => {
  const workshop = await givenWorkshop();
  const { user } = await openAdmin('/admin/workshops');
  await user.click((await rowOf(workshop.title)).getByRole('button', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Are you sure you want to delete this workshop?' }));
  expect(await storedWorkshop('id', workshop.id)).not.toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(workshop.title)).toBeNull());
  expect(await storedWorkshop('id', workshop.id)).toBeNull();
});

test("'Failed to load workshop': it cannot be read, and a retry reads it", async () => {
  const workshop = await givenWorkshop();
  const answering = failing('GET', 'workshops');
  await openAdmin(addresses.editWorkshop({ id: workshop.id }));
  expect(await screen.findByText('Failed to load workshop')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  answering();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByDisplayValue(workshop.title)).toBeTruthy();
});

test("'Failed to load workshop': it does not exist", async () => {
  await openAdmin(addresses.editWorkshop({ id: '00000000-0000-4000-8000-000000000000' }));
  expect(await screen.findByText('Failed to load workshop')).toBeTruthy();
});

test("'Failed to create workshop', and the input stays", async () => {
  failing('POST', 'workshops');
  const { user } = await openAdmin('/admin/workshops/new');
  await user.type(await field('Title'), 'Titel');
  await user.click(screen.getByRole('button', { name: 'Create Workshop' }));
  expect(await screen.findByText('Failed to create workshop')).toBeTruthy();
  expect((await field('Title')).value).toBe('Titel');
});

test("'Failed to update workshop'", async () => {
  const workshop = await givenWorkshop();
  failing('PATCH', 'workshops');
  const { user } = await openAdmin(addresses.editWorkshop({ id: workshop.id }));
  await user.type(await field('Title'), '!');
  await user.click(screen.getByRole('button', { name: 'Update Workshop' }));
  expect(await screen.findByText('Failed to update workshop')).toBeTruthy();
});

test("'Failed to delete workshop'", async () => {
  const workshop = await givenWorkshop();
  failing('DELETE', 'workshops');
  const { user } = await openAdmin('/admin/workshops');
  await user.click((await rowOf(workshop.title)).getByRole('button', { name: 'Delete' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete workshop')).toBeTruthy();
});

test('On a conflict with another save, the form keeps the input and offers to reload or to overwrite', async () => {
  const workshop = await givenWorkshop();
  const { user, path } = await openAdmin(addresses.editWorkshop({ id: workshop.id }));
  await user.type(await field('Subtitle'), 'meiner');
  await changeWorkshop(workshop.id, { description: 'von jemand anderem' });
  await user.click(screen.getByRole('button', { name: 'Update Workshop' }));
  expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Overwrite' }));
  await waitFor(() => expect(path()).toBe('/admin/workshops'));
  expect(await storedWorkshop('id', workshop.id)).toMatchObject({ subtitle: 'meiner', description: '' });
});
