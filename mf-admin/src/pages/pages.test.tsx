import { staffClient } from '@ki/shared/data/clients.ts';
import { given, removeAfterwards, serviceClient, stored, unique } from '@ki/shared/testing/given.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { LEGAL_SLUGS } from '../records/model/legal.ts';
import { givenPage } from '../testing/given.ts';
import { respondWith } from '../testing/network.ts';
import { field, fill, openAdmin, press, rowOf, signInAdmin, submit } from '../testing/open-admin.ts';
import { readTemplateFacts } from './data/pages.ts';
import { IN_DATABASE } from './templates/stored-data.ts';

const GAP = '**[Bitte ergänzen: Telefonnummer]**';

const storedAt = async (slug: string) =>
  (await serviceClient().from('pages').select('*, links(place, label, address)').eq('slug', slug).maybeSingle()).data;

test('the list shows title, address, status, gaps and where a page is linked', async () => {
  const draft = await givenPage({ content: `Tel: ${GAP} ${GAP}` });
  const live = await givenPage({ published_at: '2020-01-01T00:00:00Z' });
  await given('links', { place: 'footer', label: 'L', address: '/x', position: 0, page_id: live.id });
  await openAdmin(addresses.pages);
  const row = within(await rowOf(draft.title));
  for (const text of [`/${draft.slug}`, 'Draft', '2 gaps', 'Nowhere']) expect(row.getByText(text)).toBeTruthy();
  const other = within(await rowOf(live.title));
  expect(other.getByText('Footer')).toBeTruthy();
  expect(other.queryByText(/gap/)).toBeNull();
});

describe('the form', () => {
  async function openNew(slug = unique('neu-')) {
    removeAfterwards('pages', 'slug', slug);
    const opened = await openAdmin(addresses.newPage);
    await fill('Title', 'Über uns');
    await fill('Slug', slug);
    await fill('Content', 'Wir sind wir.');
    return { ...opened, slug };
  }

  test('creates a page and its link at once, shows the link, and removes it', async () => {
    const { slug, path, router } = await openNew();
    await fill('Show in', 'footer');
    await submit(path, 'Create Page', addresses.pages);
    const page = (await storedAt(slug)) ?? expect.fail('no page');
    expect(page).toMatchObject({
      title: 'Über uns',
      published_at: expect.any(String),
      links: { place: 'footer', label: 'Über uns', address: `/${slug}` },
    });
    await router.navigate(addresses.editPage(page));
    await screen.findByDisplayValue(slug);
    await waitFor(async () => expect((await field('Show in')).value).toBe('footer'));
    await fill('Show in', '');
    await submit(path, 'Update Page', addresses.pages);
    expect((await storedAt(slug))?.links).toBeNull();
  });

  test('says at the slug why an address is refused, and loses nothing', async () => {
    const { path } = await openNew('login');
    press('Create Page');
    const input = await field('Slug');
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText(/Expected another slug/)).toBeTruthy();
    await fill('Slug', 'rss.xml');
    press('Create Page');
    expect(await screen.findByText(/Expected letters/)).toBeTruthy();
    expect([(await field('Title')).value, (await field('Content')).value]).toEqual(['Über uns', 'Wir sind wir.']);
    expect(path()).toBe(addresses.newPage);
  });

  test('lists the gaps that are left, and asks before it publishes; a draft is saved without a question', async () => {
    const page = await givenPage({ content: `Tel: ${GAP} ${GAP}` });
    const { path, router } = await openAdmin(addresses.editPage(page));
    expect(await screen.findByText('2 gaps left to fill')).toBeTruthy();
    await fill('Content', `Tel: ${GAP}`);
    await submit(path, 'Update Page', addresses.pages);
    expect(await stored('pages', page.id)).toMatchObject({ content: `Tel: ${GAP}`, published_at: null });
    await router.navigate(addresses.editPage(page));
    for (const [button, date] of [
      ['Update Page', '2026-01-01T10:00'],
      ['Publish', ''],
    ] as const) {
      await fill('Publish Date', date);
      press(button);
      const question = within(await screen.findByRole('dialog', { name: 'Publish with 1 gap?' }));
      expect(question.getByText('Telefonnummer')).toBeTruthy();
      fireEvent.click(question.getByRole('button', { name: 'Keep Editing' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await stored('pages', page.id)).toMatchObject({ published_at: null });
    }
    press('Publish');
    await screen.findByRole('dialog');
    await submit(path, 'Publish Anyway', addresses.pages);
    expect(await stored('pages', page.id)).toMatchObject({ published_at: expect.any(String) });
  });
});

describe('templates', () => {
  const withoutLegalPages = async () =>
    void (await serviceClient().from('pages').delete().in('slug', LEGAL_SLUGS).throwOnError());

  beforeEach(withoutLegalPages);

  test('create a draft of the chosen country with a link in the footer, and never overwrite it', async () => {
    const { path, unmount } = await openAdmin(addresses.pageTemplates);
    expect((await field('Country')).value).toBe('CH');
    expect(screen.getByText('These are templates and no legal advice.')).toBeTruthy();
    await fill('Country', 'AT');
    press('Create Impressum');
    await waitFor(() => expect(path()).toMatch(/^\/admin\/pages\/edit\//));
    expect((await field('Content')).value).toContain('§\u00a025 MedienG');
    expect(await screen.findByText(/gaps left to fill$/)).toBeTruthy();
    expect(await storedAt('impressum')).toMatchObject({ published_at: null, links: { place: 'footer' } });
    unmount();
    await openAdmin(addresses.pageTemplates);
    expect(await screen.findByRole('link', { name: 'Edit Impressum' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create Impressum' })).toBeNull();
  });

  test('say where name and address come from while the site lacks one', async () => {
    const { data: row } = await serviceClient().from('site').select('*').single().throwOnError();
    const contact = {
      ...{ legal_name: 'Schule am See GmbH', responsible_person: 'Ada Muster', contact_email: 'post@example.com' },
      ...{ phone: '+41 41 000 00 00', street: 'Seeweg 1', postal_code: '6280' },
    };
    const { router } = await openAdmin(addresses.pages);
    for (const [city, address] of [
      ['', addresses.site],
      ['Hochdorf', undefined],
    ] as const) {
      respondWith('site', { ...row, ...contact, city });
      await router.navigate(`${addresses.pageTemplates}?${city}`);
      await screen.findByRole('button', { name: 'Create Impressum' });
      await waitFor(() =>
        expect(screen.queryByRole('link', { name: 'Fill In Contact' })?.getAttribute('href')).toBe(address),
      );
    }
  });

  test('the dashboard leads to the next page until all three are public', async () => {
    const published_at = '2020-01-01T00:00:00Z';
    const { unmount } = await openAdmin(addresses.dashboard);
    const law = await screen.findByRole('list', { name: 'Required by law' });
    expect(within(law).getAllByRole('link')).toHaveLength(3);
    const first = within(law).getByRole('link', { name: 'Write the imprint' });
    expect(first.getAttribute('href')).toBe(addresses.pageTemplates);
    unmount();
    for (const slug of ['impressum', 'datenschutz'] as const) await givenPage({ slug, published_at });
    const draft = await givenPage({ slug: 'barrierefreiheit' });
    const second = await openAdmin(addresses.dashboard);
    const next = await screen.findByRole('link', { name: 'Finish the accessibility statement' });
    expect(next.getAttribute('href')).toBe(addresses.editPage(draft));
    second.unmount();
    await serviceClient().from('pages').update({ published_at }).eq('id', draft.id).throwOnError();
    await openAdmin(addresses.dashboard);
    await screen.findByRole('table');
    expect(screen.queryByRole('list', { name: 'Required by law' })).toBeNull();
  });

  test('the privacy template names each period of the database', async () => {
    await signInAdmin();
    const { periods } = await readTemplateFacts(await staffClient());
    const named = IN_DATABASE.flatMap(({ tables }) => tables);
    expect(periods.size).toBeGreaterThan(4);
    expect([...periods.keys()].filter((subject) => !named.includes(subject))).toEqual([]);
  });
});
