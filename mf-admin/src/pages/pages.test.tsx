import { staffClient } from '@ki/shared/data/clients.ts';
import { given, removeAfterwards, stored, type Tables, unique } from '@ki/shared/testing/given.ts';
import { serviceClient } from '@ki/shared/testing/service-client.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addresses } from '../addresses.ts';
import { intercept } from '../testing/network.ts';
import { field, fill, openAdmin, press, signInAdmin } from '../testing/open-admin.ts';
import { readTemplateFacts } from './data/templates.ts';
import { IN_DATABASE } from './templates/stored-data.ts';

const GAP = '**[Bitte ergänzen: Telefonnummer]**';

function givenPage(values: Partial<Tables['pages']['Insert']> = {}) {
  const slug = unique('seite-');
  return given('pages', { title: `Seite ${slug}`, slug, content: 'Text', ...values });
}

const storedAt = async (slug: string) =>
  (await serviceClient().from('pages').select('*, links(place, label, address)').eq('slug', slug).maybeSingle()).data;

const rowOf = async (title: string) => within(await screen.findByRole('row', { name: new RegExp(title) }));

describe('the list', () => {
  test('shows title, address, status, gaps and where a page is linked', async () => {
    const draft = await givenPage({ content: `Tel: ${GAP} ${GAP}` });
    const live = await givenPage({ published_at: '2020-01-01T00:00:00Z' });
    await given('links', { place: 'footer', label: 'L', address: '/x', position: 0, page_id: live.id });
    await openAdmin(addresses.pages);
    const row = await rowOf(draft.title);
    expect(row.getByText(`/${draft.slug}`)).toBeTruthy();
    expect(row.getByText('Draft')).toBeTruthy();
    expect(row.getByText('2 gaps')).toBeTruthy();
    expect(row.getByText('Nowhere')).toBeTruthy();
    const other = await rowOf(live.title);
    expect(other.getByText('Footer')).toBeTruthy();
    expect(other.queryByText(/gap/)).toBeNull();
  });

  test("without pages: 'No pages yet'", async () => {
    intercept(({ url }) => (url.pathname.endsWith('/pages') ? Promise.resolve(Response.json([])) : undefined));
    await openAdmin(addresses.pages);
    expect(await screen.findByText('No pages yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create Your First Page' })).toBeTruthy();
  });
});

describe('the form', () => {
  async function openNew() {
    const slug = unique('neu-');
    removeAfterwards('pages', 'slug', slug);
    const opened = await openAdmin(addresses.newPage);
    await fill('Title', 'Über uns');
    await fill('Slug', slug);
    await fill('Content', 'Wir sind wir.');
    return { ...opened, slug };
  }

  test('creates a page and its link at once', async () => {
    const { slug, path } = await openNew();
    await fill('Show in', 'footer');
    press('Create Page');
    await waitFor(() => expect(path()).toBe(addresses.pages));
    expect(await storedAt(slug)).toMatchObject({
      title: 'Über uns',
      published_at: expect.any(String),
      links: { place: 'footer', label: 'Über uns', address: `/${slug}` },
    });
  });

  test('shows and removes the link of a stored page', async () => {
    const page = await givenPage();
    await given('links', { place: 'footer', label: 'Eigen', address: '/x', position: 0, page_id: page.id });
    const { path } = await openAdmin(addresses.editPage({ id: page.id }));
    const place = await field('Show in');
    await waitFor(() => expect(place.value).toBe('footer'));
    await fill('Show in', '');
    press('Update Page');
    await waitFor(() => expect(path()).toBe(addresses.pages));
    expect((await storedAt(page.slug))?.links).toBeNull();
  });

  test.each(['login', 'rss.xml'])('says at the slug why %s is refused, and loses nothing', async (slug) => {
    const { path } = await openNew();
    await fill('Slug', slug);
    press('Create Page');
    const input = await field('Slug');
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText(/Expected (another slug|letters)/)).toBeTruthy();
    expect([(await field('Title')).value, (await field('Content')).value]).toEqual(['Über uns', 'Wir sind wir.']);
    expect(path()).toBe(addresses.newPage);
  });

  test('says that a slug is taken', async () => {
    const { slug } = await givenPage();
    await openNew();
    await fill('Slug', slug);
    press('Create Page');
    expect(await screen.findByText('This slug is already taken.')).toBeTruthy();
  });

  test('lists the gaps that are left, and asks before it publishes them', async () => {
    const page = await givenPage({ content: `Tel: ${GAP}` });
    const { path } = await openAdmin(addresses.editPage({ id: page.id }));
    expect(await screen.findByText('1 gap left to fill')).toBeTruthy();
    await fill('Publish Date', '2026-01-01T10:00');
    press('Update Page');
    const question = within(await screen.findByRole('dialog', { name: 'Publish with 1 gap?' }));
    expect(question.getByText('Telefonnummer')).toBeTruthy();
    question.getByRole('button', { name: 'Keep Editing' }).click();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await stored('pages', page.id)).toMatchObject({ published_at: null });
    await fill('Content', 'Tel: 123');
    expect(screen.queryByText('1 gap left to fill')).toBeNull();
    press('Update Page');
    await waitFor(() => expect(path()).toBe(addresses.pages));
    expect(await stored('pages', page.id)).toMatchObject({ content: 'Tel: 123', published_at: expect.any(String) });
  });

  test('stores a draft with gaps without a question', async () => {
    const page = await givenPage();
    const { path } = await openAdmin(addresses.editPage({ id: page.id }));
    await fill('Content', `Tel: ${GAP}`);
    press('Update Page');
    await waitFor(() => expect(path()).toBe(addresses.pages));
    expect(await stored('pages', page.id)).toMatchObject({ content: `Tel: ${GAP}` });
  });
});

describe('templates', () => {
  const removeLegalPages = () =>
    onTestFinished(async () => {
      await serviceClient().from('pages').delete().in('slug', ['impressum', 'datenschutz', 'barrierefreiheit']);
    });

  test('create a draft of the chosen country with a link in the footer, and never overwrite it', async () => {
    removeLegalPages();
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

  test('say where name and address come from until the site has them', async () => {
    const { data: row } = await serviceClient().from('site').select('*').single().throwOnError();
    const contact = {
      legal_name: 'Schule am See GmbH',
      responsible_person: 'Ada Muster',
      contact_email: 'post@example.com',
      phone: '+41 41 000 00 00',
      street: 'Seeweg 1',
      postal_code: '6280',
      city: 'Hochdorf',
    };
    let site = { ...row, ...contact, city: '' };
    intercept(({ url }) => (url.pathname.endsWith('/site') ? Promise.resolve(Response.json(site)) : undefined));
    const { unmount } = await openAdmin(addresses.pageTemplates);
    const link = await screen.findByRole('link', { name: 'Fill In Contact' });
    expect(link.getAttribute('href')).toBe(addresses.site);
    unmount();
    site = { ...row, ...contact };
    await openAdmin(addresses.pageTemplates);
    expect(await screen.findByRole('button', { name: 'Create Impressum' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Fill In Contact' })).toBeNull();
  });

  test('the dashboard leads to the next page until all three are public', async () => {
    removeLegalPages();
    const { unmount } = await openAdmin(addresses.dashboard);
    expect(await screen.findByText(/imprint, privacy statement, and accessibility statement/)).toBeTruthy();
    const first = screen.getByRole('link', { name: 'Write the imprint' });
    expect(first.getAttribute('href')).toBe(addresses.pageTemplates);
    unmount();
    const slugs = ['impressum', 'datenschutz'] as const;
    for (const slug of slugs) {
      await serviceClient()
        .from('pages')
        .insert({ slug, title: slug, content: 'Text', published_at: '2020-01-01T00:00:00Z' })
        .throwOnError();
    }
    const draft = { slug: 'barrierefreiheit', title: 'B', content: 'Text' };
    const { data } = await serviceClient().from('pages').insert(draft).select('id').single().throwOnError();
    const second = await openAdmin(addresses.dashboard);
    const next = await screen.findByRole('link', { name: 'Finish the accessibility statement' });
    expect(next.getAttribute('href')).toBe(addresses.editPage({ id: data.id }));
    second.unmount();
    await serviceClient()
      .from('pages')
      .update({ published_at: '2020-01-01T00:00:00Z' })
      .eq('id', data.id)
      .throwOnError();
    await openAdmin(addresses.dashboard);
    await screen.findByRole('table');
    expect(
      screen.queryByText('The law requires an imprint, a privacy statement and an accessibility statement.'),
    ).toBeNull();
  });

  test('the privacy template names each period of the database', async () => {
    await signInAdmin();
    const { periods } = await readTemplateFacts(await staffClient());
    const named = IN_DATABASE.flatMap(({ tables }) => tables);
    expect(periods.size).toBeGreaterThan(4);
    expect([...periods.keys()].filter((subject) => !named.includes(subject))).toEqual([]);
  });
});
