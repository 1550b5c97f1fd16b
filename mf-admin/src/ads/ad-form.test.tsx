import { removeAfterwards, stored, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { givenAd } from '../testing/given.ts';
import { failing, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const preview = () => within(screen.getByRole('region', { name: 'Preview' }));

async function fillAd(title: string) {
  removeAfterwards('ads', 'title', title);
  await fill('Title', title);
  await fill('Subtitle', 'Unter');
  await fill('Description', 'Worum es geht');
  await fill('Call-to-Action URL', '/workshops');
}

test("heading 'Create New Ad'; defaults: 'Get Started Today', team, inactive, 'No specific offer'", async () => {
  await openAdmin('/admin/ads/new');
  expect((await field('Call-to-Action Text')).value).toBe('Get Started Today');
  expect(screen.getByRole('heading', { level: 1, name: 'Create New Ad' })).toBeTruthy();
  expect((await field('Target Audience Type')).value).toBe('team');
  expect((await field('Active (display this ad on the website)')).checked).toBe(false);
  const offer = within(await field('Workshop'));
  expect(offer.getAllByRole('option')[0]?.textContent).toBe('No specific offer');
  expect((await field('Description')).getAttribute('rows')).toBe('4');
  expect((await field('Call-to-Action URL')).placeholder).toBe('/workshops/slug or https://example.com');
});

test('without workshops or courses the offer says where one is added', async () => {
  const empty = ({ url }: { url: URL }) =>
    /\/(workshops|courses)$/.test(url.pathname) ? Promise.resolve(Response.json([])) : undefined;
  intercept(empty);
  await openAdmin('/admin/ads/new');
  await field('Workshop');
  expect(screen.getByRole('link', { name: 'Add a workshop' }).getAttribute('href')).toBe('/admin/workshops/new');
  fireEvent.change(await field('Target Audience Type'), { target: { value: 'individual' } });
  await field('Online Course');
  expect(screen.getByRole('link', { name: 'Add a course' }).getAttribute('href')).toBe('/admin/courses/new');
});

test('Title, Subtitle, Description, Call-to-Action Text and Call-to-Action URL required', async () => {
  await openAdmin('/admin/ads/new');
  await fill('Call-to-Action Text', ' ');
  press('Create Ad');
  for (const label of ['Title', 'Subtitle', 'Description', 'Call-to-Action Text', 'Call-to-Action URL']) {
    expect(await screen.findByText(`${label} is required`)).toBeTruthy();
  }
});

test.for(['javascript:alert(1)', '//example.com', '/\\example.com'])(
  'an address that is neither of this site nor http or https is refused at its field: %s',
  async (address) => {
    const title = unique('Böse ');
    await openAdmin('/admin/ads/new');
    await fillAd(title);
    await fill('Call-to-Action URL', address);
    press('Create Ad');
    expect(await screen.findByText('Use a path of this site, or an http or https address')).toBeTruthy();
    expect(await field('Call-to-Action URL')).toMatchObject({ value: address });
    expect((await serviceClient().from('ads').select('id').eq('title', title)).data).toEqual([]);
  },
);

test('Changing the audience type clears the selected offer, which is Workshop for team and Online Course otherwise', async () => {
  await openAdmin('/admin/ads/new');
  const options = within(await field('Workshop')).getAllByRole<HTMLOptionElement>('option');
  const workshop = options[1] as HTMLOptionElement;
  await fill('Workshop', workshop.value);
  expect(preview().getByText(`Unser Workshop „${workshop.textContent}“ macht es möglich.`)).toBeTruthy();
  expect(preview().getByText('Kann Ihr Team KI?')).toBeTruthy();
  await fill('Target Audience Type', 'individual');
  expect((await field('Online Course')).value).toBe('');
  expect(preview().getByText('Können Sie KI?')).toBeTruthy();
  await fill('Target Audience Type', 'team');
  expect((await field('Workshop')).value).toBe('');
  press('Cancel');
});

test('After save returns to /admin/ads; an empty offer selection is sent as null', async () => {
  const title = unique('Neue Anzeige ');
  const { path } = await openAdmin('/admin/ads/new');
  await fillAd(title);
  press('Create Ad');
  await waitFor(() => expect(path()).toBe('/admin/ads'));
  const { data } = await serviceClient().from('ads').select('*').eq('title', title).single();
  expect(data).toMatchObject({ type: 'team', offer_id: null, is_active: false, cta_text: 'Get Started Today' });
});

test("heading 'Edit Ad'; every type but team is Individual and keeps its stored value", async () => {
  const ad = await givenAd({ type: 'other', offer_id: null });
  const { path } = await openAdmin(`/admin/ads/edit/${ad.id}`);
  const type = within(await field('Target Audience Type'));
  expect(screen.getByRole('heading', { level: 1, name: 'Edit Ad' })).toBeTruthy();
  expect(type.getByRole<HTMLOptionElement>('option', { name: 'Individual' }).value).toBe('other');
  expect(screen.getByLabelText('Online Course')).toBeTruthy();
  await fill('Subtitle', 'Anders');
  press('Update Ad');
  await waitFor(() => expect(path()).toBe('/admin/ads'));
  expect(await stored('ads', ad.id)).toMatchObject({ type: 'other', subtitle: 'Anders' });
});

test("'Saving...' while saving, 'An error occurred' when it fails", async () => {
  const ad = await givenAd();
  await openAdmin(`/admin/ads/edit/${ad.id}`);
  await fill('Subtitle', 'Anders');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  failing('PATCH', 'ads', released);
  press('Update Ad');
  expect(await screen.findByRole('button', { name: 'Saving...' })).toBeTruthy();
  release();
  expect((await screen.findByRole('alert')).textContent).toBe('An error occurred');
  press('Cancel');
});

test("an ad that cannot be read: 'An error occurred', and a retry reads it", async () => {
  const ad = await givenAd();
  const answering = failing('GET', 'ads');
  await openAdmin(`/admin/ads/edit/${ad.id}`);
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred');
  expect(screen.queryByLabelText('Title')).toBeNull();
  answering();
  press('Try again');
  expect((await field('Title')).value).toBe(ad.title);
});

test("an ad that does not exist: 'An error occurred' with the reason", async () => {
  await openAdmin('/admin/ads/edit/00000000-0000-4000-8000-000000000000');
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred');
  expect(screen.getByText('It does not exist, or does not exist any more.')).toBeTruthy();
});

test('offers that cannot be read: a new ad can be written without one', async () => {
  failing('GET', 'workshops');
  const title = unique('Ohne Angebot ');
  const { path } = await openAdmin('/admin/ads/new');
  expect((await screen.findByRole('alert')).textContent).toContain('Workshops and courses could not be loaded.');
  await fillAd(title);
  press('Create Ad');
  await waitFor(() => expect(path()).toBe('/admin/ads'));
});

test('offers that cannot be read: an ad cannot be edited, because saving would lose its offer', async () => {
  const ad = await givenAd();
  failing('GET', 'courses');
  await openAdmin(`/admin/ads/edit/${ad.id}`);
  expect((await screen.findByRole('alert')).textContent).toContain('An error occurred');
  expect(screen.queryByLabelText('Title')).toBeNull();
});

test('the form keeps its input when a retry reads the offers', async () => {
  const answering = failing('GET', 'workshops');
  const { user } = await openAdmin('/admin/ads/new');
  await screen.findByText('Workshops and courses could not be loaded.');
  const title = await screen.findByLabelText<HTMLInputElement>('Title');
  await user.type(title, 'Ein Titel');
  answering();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Workshops and courses could not be loaded.')).toBeNull());
  expect(screen.getByLabelText('Title')).toBe(title);
  expect(title.value).toBe('Ein Titel');
});
