import { newText, serviceClient, stored } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenAd } from '../testing/given.ts';
import { counting, failing, respondWith } from '../testing/network.ts';
import { buttonIn, field, fill, openAdmin, press, rowOf, submit, textsOf } from '../testing/open-admin.ts';

const preview = () => within(screen.getByRole('region', { name: 'Preview' }));
const UNREAD = 'Workshops and courses could not be loaded.';

async function fillAd(title: string) {
  await fill('Title', title);
  await fill('Subtitle', 'Unter');
  await fill('Description', 'Worum es geht');
  await fill('Call-to-Action URL', '/workshops');
}

test('Columns: Title (with subtitle), Type, Status, Created, Actions; team against anything else', async () => {
  const team = await givenAd({ type: 'team', created_at: '2026-03-04T10:00:00Z' });
  const other = await givenAd({ type: 'other' });
  await openAdmin(addresses.ads);
  const row = within(await rowOf(team.title));
  expect(screen.getByRole('heading', { level: 1, name: 'Ads Management' })).toBeTruthy();
  expect(screen.getByText('Manage advertisement banners')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'New Ad' }).getAttribute('href')).toBe(addresses.newAd);
  const columns = textsOf(screen.getAllByRole('columnheader'));
  expect(columns).toEqual(['Title', 'Type', 'Status', 'Created', 'Actions']);
  for (const text of ['Eigener Untertitel', 'Team', '4.3.2026']) expect(row.getByText(text)).toBeTruthy();
  expect(row.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(addresses.editAd(team));
  expect(within(await rowOf(other.title)).getByText('Individual')).toBeTruthy();
});

test('the status badge stays when it fails, toggles the ad, and a double click toggles once', async () => {
  const ad = await givenAd({ is_active: false });
  await openAdmin(addresses.ads);
  const row = await rowOf(ad.title);
  const answering = failing('PATCH', 'ads');
  fireEvent.click(buttonIn(row, 'Inactive'));
  expect((await within(row).findByRole('alert')).textContent).toBe('An error occurred');
  answering();
  const sent = counting('PATCH', 'ads');
  const badge = buttonIn(row, 'Inactive');
  fireEvent.click(badge);
  fireEvent.click(badge);
  const active = await within(row).findByRole('button', { name: 'Active' });
  expect((await stored('ads', ad.id))?.is_active).toBe(true);
  fireEvent.click(active);
  expect(await within(row).findByRole('button', { name: 'Inactive' })).toBeTruthy();
  expect((await stored('ads', ad.id))?.is_active).toBe(false);
  expect(sent()).toBe(2);
});

test('a new ad begins inactive, for teams and without an offer; another audience clears the offer; a foreign address is refused', async () => {
  const title = newText('ads', 'title', 'Neue Anzeige ');
  const { path } = await openAdmin(addresses.newAd);
  expect((await field('Call-to-Action Text')).value).toBe('Get Started Today');
  expect(screen.getByRole('heading', { level: 1, name: 'Create New Ad' })).toBeTruthy();
  expect((await field('Target Audience Type')).value).toBe('team');
  expect((await field('Active (display this ad on the website)')).checked).toBe(false);
  const [none, workshop] = within(await field('Workshop')).getAllByRole<HTMLOptionElement>('option');
  expect(none?.textContent).toBe('No specific offer');
  await fill('Workshop', workshop?.value ?? '');
  expect(preview().getByText(`Unser Workshop „${workshop?.textContent}“ macht es möglich.`)).toBeTruthy();
  expect(preview().getByText('Kann Ihr Team KI?')).toBeTruthy();
  await fill('Target Audience Type', 'individual');
  expect((await field('Online Course')).value).toBe('');
  expect(preview().getByText('Können Sie KI?')).toBeTruthy();
  await fill('Target Audience Type', 'team');
  expect((await field('Workshop')).value).toBe('');

  await fillAd(title);
  await fill('Call-to-Action URL', '//example.com');
  press('Create Ad');
  expect(await screen.findByText('Use a path of this site, or an http or https address')).toBeTruthy();
  expect(await field('Call-to-Action URL')).toMatchObject({ value: '//example.com' });
  expect((await serviceClient().from('ads').select('id').eq('title', title)).data).toEqual([]);
  await fill('Call-to-Action URL', '/workshops');
  await submit(path, 'Create Ad', addresses.ads);
  const { data } = await serviceClient().from('ads').select('*').eq('title', title).single();
  expect(data).toMatchObject({ type: 'team', offer_id: null, is_active: false, cta_text: 'Get Started Today' });
});

test("every type but team is Individual and keeps its stored value; 'Saving...' while it is saved", async () => {
  const ad = await givenAd({ type: 'other', offer_id: null });
  const { path } = await openAdmin(addresses.editAd(ad));
  const type = within(await field('Target Audience Type'));
  expect(screen.getByRole('heading', { level: 1, name: 'Edit Ad' })).toBeTruthy();
  expect(type.getByRole<HTMLOptionElement>('option', { name: 'Individual' }).value).toBe('other');
  expect(screen.getByLabelText('Online Course')).toBeTruthy();
  await fill('Subtitle', 'Anders');
  press('Update Ad');
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeTruthy();
  await waitFor(() => expect(path()).toBe(addresses.ads));
  expect(await stored('ads', ad.id)).toMatchObject({ type: 'other', subtitle: 'Anders' });
});

test('without workshops or courses the offer says where one is added', async () => {
  for (const offers of ['workshops', 'courses']) respondWith(offers, []);
  await openAdmin(addresses.newAd);
  await field('Workshop');
  expect(screen.getByRole('link', { name: 'Add a workshop' }).getAttribute('href')).toBe(addresses.newWorkshop);
  await fill('Target Audience Type', 'individual');
  await field('Online Course');
  expect(screen.getByRole('link', { name: 'Add a course' }).getAttribute('href')).toBe(addresses.newCourse);
});

test('offers that cannot be read: a new ad is written without one, a retry keeps its input; a stored one is not edited, as it would lose its offer', async () => {
  const answering = failing('GET', 'workshops');
  const title = newText('ads', 'title', 'Ohne Angebot ');
  const { path, router } = await openAdmin(addresses.newAd);
  await screen.findByText(UNREAD);
  const input = await field('Title');
  await fillAd(title);
  answering();
  press('Try again');
  await waitFor(() => expect(screen.queryByText(UNREAD)).toBeNull());
  expect(await field('Title')).toBe(input);
  expect(input.value).toBe(title);
  failing('GET', 'workshops');
  await submit(path, 'Create Ad', addresses.ads);
  await router.navigate(addresses.editAd(await givenAd()));
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred');
  expect(screen.queryByLabelText('Title')).toBeNull();
});
