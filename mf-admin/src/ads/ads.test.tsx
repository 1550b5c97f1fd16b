import { stored } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenAd } from '../testing/given.ts';
import { counting, failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const rowOf = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }));

test("title 'Ads Management'; subtitle 'Manage advertisement banners'; 'New Ad' button", async () => {
  await openAdmin('/admin/ads');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ads Management' })).toBeTruthy();
  expect(screen.getByText('Manage advertisement banners')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New Ad' }).getAttribute('href')).toBe('/admin/ads/new');
});

test("Empty: 'No ads yet' with 'Create Your First Ad'", async () => {
  intercept(({ url }) => (url.pathname.endsWith('/ads') ? Promise.resolve(Response.json([])) : undefined));
  await openAdmin('/admin/ads');
  expect(await screen.findByText('No ads yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create Your First Ad' }).getAttribute('href')).toBe('/admin/ads/new');
});

test('Columns: Title (with subtitle), Type, Status, Created, Actions; team against anything else', async () => {
  const team = await givenAd({ type: 'team', created_at: '2026-03-04T10:00:00Z' });
  const other = await givenAd({ type: 'other' });
  await openAdmin('/admin/ads');
  const row = await rowOf(team.title);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Title',
    'Type',
    'Status',
    'Created',
    'Actions',
  ]);
  expect(row.getByText('Eigener Untertitel')).toBeTruthy();
  expect(row.getByText('Team')).toBeTruthy();
  expect(row.getByText('4.3.2026')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/admin/ads/edit/${team.id}`);
  expect((await rowOf(other.title)).getByText('Individual')).toBeTruthy();
});

test('the status badge toggles the ad and shows the returned one; a double click toggles once', async () => {
  const ad = await givenAd({ is_active: false });
  await openAdmin('/admin/ads');
  const row = await rowOf(ad.title);
  const sent = counting('PATCH', 'ads');
  const badge = row.getByRole('button', { name: 'Inactive' });
  fireEvent.click(badge);
  fireEvent.click(badge);
  expect(await row.findByRole('button', { name: 'Active' })).toBeTruthy();
  expect(sent()).toBe(1);
  expect((await stored('ads', ad.id))?.is_active).toBe(true);
  fireEvent.click(row.getByRole('button', { name: 'Active' }));
  expect(await row.findByRole('button', { name: 'Inactive' })).toBeTruthy();
});

test("'An error occurred' when the toggle fails, and the badge stays", async () => {
  const ad = await givenAd();
  await openAdmin('/admin/ads');
  const row = await rowOf(ad.title);
  failing('PATCH', 'ads');
  fireEvent.click(row.getByRole('button', { name: 'Inactive' }));
  expect((await row.findByRole('alert')).textContent).toBe('An error occurred');
  expect(row.getByRole('button', { name: 'Inactive' })).toBeTruthy();
});

test("ad deletion: 'Are you sure you want to delete this ad?', and the row goes only on success", async () => {
  const ad = await givenAd();
  await openAdmin('/admin/ads');
  fireEvent.click((await rowOf(ad.title)).getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Are you sure you want to delete this ad?' }));
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(ad.title)).toBeNull());
  expect(await stored('ads', ad.id)).toBeNull();
});
