import { paths } from '@ki/shared/contract/paths.ts';
import { given, newText, removeAfterwards, serviceClient, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenRole } from '../testing/given-role.ts';
import { counting, respondWith } from '../testing/network.ts';
import { buttonIn, field, fill, openAdmin, press, rowOf, submit } from '../testing/open-admin.ts';
import { REASONS } from '../testing/refused.ts';

const inPlace = async (place: string) =>
  (await serviceClient().from('links').select('*').eq('place', place).order('position').throwOnError()).data;
const labels = async (place: string) => (await inPlace(place)).map(({ label }) => label);

const list = async (name: string) => within(await screen.findByRole('list', { name }));

const givenFooterLink = (slug: string) =>
  given('links', { place: 'footer', label: slug, address: `/${slug}`, position: 99 });

test('links say what is at their address: a text of the platform, a draft, no page, a placeholder', async () => {
  const [, aboutAi = ''] = paths.aboutAi.split('/');
  const [missing, slug] = [unique('seite-'), unique('entwurf-')];
  const draft = await given('pages', { slug, title: slug, content: 'Text' });
  for (const one of [aboutAi, missing, slug]) await givenFooterLink(one);
  const { user, path } = await openAdmin(addresses.links);
  const NO_PAGE = 'No page has this address yet.';
  expect((await rowOf(aboutAi)).textContent).not.toContain(NO_PAGE);
  const toDraft = within(await rowOf(slug));
  expect(toDraft.getByText(/^The page at this address is not public\./)).toBeTruthy();
  const link = toDraft.getByRole('link', { name: 'Edit it', description: slug });
  expect(link.getAttribute('href')).toBe(addresses.editPage(draft));
  expect(screen.getByText('Two links lead to placeholders.')).toBeTruthy();
  expect(screen.getByText(/ELEMENTE\/KI and CHATGPT LERNZIELE\/KI/)).toBeTruthy();
  expect((await rowOf(missing)).textContent).toContain(NO_PAGE);
  await user.click(screen.getByRole('link', { name: 'Write it', description: missing }));
  expect((await field('Slug')).value).toBe(missing);
  expect(path()).toBe(addresses.newPage);
  await fill('Title', 'Anderer Titel');
  expect((await field('Slug')).value).toBe(missing);
});

test('links are shown in their order, and move by their buttons, in one request, which stores the change', async () => {
  const links = await inPlace('menu');
  const before = links.map(({ label }) => label);
  onTestFinished(async () => {
    for (const { id, position } of links) await serviceClient().from('links').update({ position }).eq('id', id);
  });
  const calls = counting('POST', 'rpc/reorder_links');
  await openAdmin(addresses.links);
  const items = (await list('Menu')).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('strong')?.textContent)).toEqual(before);
  const [first] = items;
  fireEvent.click(buttonIn(first as HTMLElement, 'Move down'));
  await waitFor(async () => expect(await labels('menu')).toEqual([before[1], before[0], ...before.slice(2)]));
  expect(calls()).toBe(1);
});

test('a new link needs an address of a page, and stands in the place that was chosen', async () => {
  const label = newText('links', 'label', 'Partner ');
  const { path } = await openAdmin(addresses.newLink);
  await fill('Label', label);
  await fill('Place', 'footer');
  for (const address of ['workshops', '//example.com', 'javascript:alert(1)', '/ a']) {
    await fill('Address', '/');
    await waitFor(() => expect(screen.queryByText(/^Use a path of this site such as/)).toBeNull());
    await fill('Address', address);
    press('Create Link');
    expect(await screen.findByText(/^Use a path of this site such as/)).toBeTruthy();
    expect((await field('Label')).value).toBe(label);
  }
  await fill('Address', 'https://example.com/partner');
  await submit(path, 'Create Link', addresses.links);
  expect((await list('Footer')).getByText(label)).toBeTruthy();
  expect(await inPlace('footer')).toContainEqual(
    expect.objectContaining({ label, address: 'https://example.com/partner' }),
  );
});

const OFFER = { remote: 'mf-events', label: 'EVENTS', place: 'footer', address: '/events-probe' };

test('an offered link is taken with one press, and dismissed', async () => {
  removeAfterwards('links', 'label', OFFER.label);
  respondWith('rpc/offered_links', [OFFER]);
  respondWith('rpc/dismiss_link', null);
  const dismissed = counting('POST', 'rpc/dismiss_link');
  await openAdmin(addresses.links);
  const offers = within(await screen.findByRole('region', { name: 'Offered links' }));
  expect(offers.getByText('mf-events offers /events-probe “EVENTS” for the footer.')).toBeTruthy();
  fireEvent.click(offers.getByRole('button', { name: 'Add' }));
  await waitFor(async () => expect(await labels('footer')).toContain('EVENTS'));
  respondWith('rpc/offered_links', []);
  fireEvent.click(offers.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Offered links' })).toBeNull());
  expect(dismissed()).toBe(1);
});

test('as an editor, an offer cannot be taken, and says why', async () => {
  await givenRole('editor');
  respondWith('rpc/offered_links', [OFFER]);
  const { user } = await openAdmin(addresses.links);
  const offers = within(await screen.findByRole('region', { name: 'Offered links' }));
  await user.click(offers.getByRole('button', { name: 'Add' }));
  expect((await offers.findByRole('alert')).textContent).toContain(REASONS.publishers);
});
