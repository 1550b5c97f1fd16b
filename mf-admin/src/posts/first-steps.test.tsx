import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { failing } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { FIRST_STEPS } from './model/first-steps.ts';

const setSkipped = (skipped_steps: string[]) =>
  serviceClient().from('site').update({ skipped_steps }).neq('name', '').throwOnError();
const storedSkipped = async () =>
  (await serviceClient().from('site').select('skipped_steps').single().throwOnError()).data.skipped_steps;

// The demo declared all of them not needed, and its posts are public.
beforeEach(async () => {
  const before = await storedSkipped();
  onTestFinished(async () => void (await setSkipped(before)));
  await setSkipped([]);
});

const card = () => screen.findByRole('region', { name: 'First Steps' });
const stepOf = async (title: string) =>
  within(await card())
    .getByText(title)
    .closest('li') as HTMLElement;

test('the dashboard of a new site shows what to do first, each with a link to its screen', async () => {
  await openAdmin('/admin');
  const steps = within(await card());
  expect(steps.getByRole('status').textContent).toBe('1 of 5 done');
  expect(within(await stepOf('Write the first post')).getByText('✓ Done')).toBeTruthy();
  const links = steps.getAllByRole('link', { name: 'Open' }).map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/admin/site', '/admin/site', '/admin/pages', '/admin/accounts']);
  expect(screen.getByRole('table', { name: 'Posts' })).toBeTruthy();
});

test('a step that is not needed is ticked for everybody, and the focus stays in the card', async () => {
  const { user } = await openAdmin('/admin');
  await user.click(within(await stepOf('Choose the colors')).getByRole('button', { name: 'Not Needed' }));
  await within(await stepOf('Choose the colors')).findByText('Not needed');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'First Steps' }));
  expect(await storedSkipped()).toEqual(['colors']);
});

test('the card is dismissed for everybody and does not come back', async () => {
  const { user } = await openAdmin('/admin');
  await user.click(within(await card()).getByRole('button', { name: 'Dismiss for Everybody' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First Steps' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Dashboard' }));
  expect(await storedSkipped()).toEqual(['colors', 'imprint', 'invitation', 'name']);
});

test('a step that could not be stored stays, with a message', async () => {
  const { user } = await openAdmin('/admin');
  const step = within(await stepOf('Name the site'));
  failing('POST', 'rpc/skip_first_steps');
  await user.click(step.getByRole('button', { name: 'Not Needed' }));
  expect((await within(await card()).findByRole('alert')).textContent).toContain('An error occurred');
  expect(step.getByRole('link', { name: 'Open' })).toBeTruthy();
  expect(await storedSkipped()).toEqual([]);
});

test('nothing is shown when every step is done or not needed, nor to somebody who searches', async () => {
  await openAdmin('/admin?q=nichts-davon');
  await screen.findByText('No posts match your search.');
  expect(screen.queryByRole('region', { name: 'First Steps' })).toBeNull();
  await setSkipped(FIRST_STEPS.map(({ name }) => name));
  await openAdmin('/admin');
  await screen.findByRole('table', { name: 'Posts' });
  expect(screen.queryByRole('region', { name: 'First Steps' })).toBeNull();
});
