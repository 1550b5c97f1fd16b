import { unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { givenOwnPage, givenRole } from '../testing/given-role.ts';
import { leave } from '../testing/leave.ts';
import { counting, intercept } from '../testing/network.ts';
import { openAdmin } from '../testing/open-admin.ts';
import { buttonsOf, expectAllowed, expectRefused, REASONS } from '../testing/refused.ts';

afterEach(leave);

async function addFooterLink(): Promise<string> {
  const label = unique('Verweis ');
  const row = { place: 'footer', label, address: '/workshops', position: 0 };
  await serviceClient().from('links').insert(row).throwOnError();
  onTestFinished(async () => {
    await serviceClient().from('links').delete().eq('label', label);
  });
  return label;
}

test.each(['editor', 'author'] as const)('as %s, menu and footer cannot be changed', async (role) => {
  await givenRole(role);
  const label = await addFooterLink();
  const offer = { remote: 'mf-events', label: 'EVENTS', place: 'footer', address: '/events-probe' };
  intercept(({ url }) =>
    url.pathname.endsWith('/rpc/offered_links') ? Promise.resolve(Response.json([offer])) : undefined,
  );
  const asked = counting('POST', 'rpc/refusals');
  await openAdmin(addresses.links);
  const row = await buttonsOf(label);
  for (const name of ['Delete', 'Move up', /^Reorder/]) await expectRefused(row(name), REASONS.publishers);
  const offers = within(screen.getByRole('region', { name: 'Offered links' }));
  for (const name of ['Add', 'Dismiss']) await expectRefused(offers.getByRole('button', { name }), REASONS.publishers);
  expect(asked()).toBe(1);
});

test('an author removes the link of an own page that is hidden, and does not move it', async () => {
  await givenRole('author');
  const label = await addFooterLink();
  const page = await givenOwnPage();
  await openAdmin(addresses.links);
  await expectRefused((await buttonsOf(label))('Delete'), REASONS.publishers);
  const row = await buttonsOf(page.title);
  expectAllowed(row('Delete'));
  await expectRefused(row('Move up'), REASONS.publishers);
});
