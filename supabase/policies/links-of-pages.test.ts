import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';

let backend: PolicyBackend;
beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(() => backend.restore());
afterAll(() => backend.close());

const PAST = '2020-01-01T00:00:00Z';
const columns = (more = {}) => ({
  slug: 'ueber-uns',
  title: 'Über uns',
  description: '',
  content: 'Text',
  published_at: PAST,
  links: [{ place: 'footer' }],
  ...more,
});
const save = (record: string | null, base: string | null, more = {}) =>
  backend.as.staff.rpc('save_page', { record, base, columns: columns(more) });
const siteVersion = async () => (await backend.as.visitor.rpc('content_versions').throwOnError()).data.site;
const footer = async () => (await backend.as.visitor.rpc('read_site').throwOnError()).data.footer;
const linksOf = async (page: string) =>
  (await backend.as.staff.from('links').select('place, label, address, position').eq('page_id', page).throwOnError())
    .data;

describe('links without a page', () => {
  const unwritten = async () => {
    const { data } = await backend.as.staff.rpc('links_without_page').throwOnError();
    return (data as { link: string; slug: string; page: string | null }[]).map(({ slug, page }) => [slug, page]);
  };
  const add = (address: string) =>
    backend.as.staff.from('links').insert({ place: 'footer', label: 'L', address }).throwOnError();

  test('are those to the placeholders and to drafts; not those to public pages, remotes, files and other sites', async () => {
    expect(await unwritten()).toEqual([
      ['elemente', null],
      ['chatgpt-lernziele', null],
    ]);
    const { data: draft } = await save(null, null, { published_at: null, links: [] }).throwOnError();
    await save(null, null, { slug: 'elemente', links: [] }).throwOnError();
    for (const address of ['/ueber-uns', '/kontakt/?a=b#c', '/', '/login', '/sitemap.xml', '/a/b', 'https://e.org/f']) {
      await add(address);
    }
    expect((await unwritten()).sort()).toEqual([
      ['chatgpt-lernziele', null],
      ['kontakt', null],
      ['ueber-uns', draft],
    ]);
  });

  test('are told to staff only', async () => {
    for (const caller of [backend.as.visitor, backend.as.outsider]) {
      expect((await caller.rpc('links_without_page')).error?.code).toBe('42501');
    }
  });
});

describe('the link of a page', () => {
  test('is stored with it, follows its slug and its place, and goes with it', async () => {
    const { data: id } = await save(null, null).throwOnError();
    expect(await footer()).toEqual([{ label: 'Über uns', address: '/ueber-uns' }]);
    await save(id, null, { slug: 'verein', links: [{ place: 'menu' }] }).throwOnError();
    expect(await linksOf(id)).toEqual([{ place: 'menu', label: 'Über uns', address: '/verein', position: 6 }]);
    await save(id, null, { slug: 'verein', links: [] }).throwOnError();
    expect(await linksOf(id)).toEqual([]);
    await save(id, null, { slug: 'verein' }).throwOnError();
    await backend.as.staff.from('pages').delete().eq('id', id).throwOnError();
    expect(await footer()).toEqual([]);
  });

  test('keeps its label when the page is saved again', async () => {
    const { data: id } = await save(null, null).throwOnError();
    await backend.as.staff.from('links').update({ label: 'Wir' }).eq('page_id', id).throwOnError();
    await save(id, null, { title: 'Anders' }).throwOnError();
    expect(await footer()).toEqual([{ label: 'Wir', address: '/ueber-uns' }]);
  });

  test.each([
    ['a draft', null],
    ['a scheduled page', '2999-01-01T00:00:00Z'],
  ])(
    'is hidden for %s, and there once the page is public, with another version of the site',
    async (_, published_at) => {
      const { data: id } = await save(null, null, { published_at }).throwOnError();
      expect(await footer()).toEqual([]);
      for (const reader of [backend.as.visitor, backend.as.outsider]) {
        expect((await reader.from('links').select('id').eq('page_id', id).throwOnError()).data).toEqual([]);
      }
      const hidden = await siteVersion();
      // As time passes, without a write that the version could follow.
      await backend.owner.execute(`
      set session_replication_role = replica;
      update pages set published_at = '${PAST}' where id = '${id}';
      set session_replication_role = origin`);
      expect(await footer()).toEqual([{ label: 'Über uns', address: '/ueber-uns' }]);
      expect(await siteVersion()).not.toBe(hidden);
    },
  );

  test('is not written by anybody but staff', async () => {
    const { error } = await backend.as.outsider.rpc('save_page', { record: null, base: null, columns: columns() });
    expect(error?.code).toBe('42501');
    expect(
      (await backend.as.visitor.rpc('save_page', { record: null, base: null, columns: columns() })).error,
    ).not.toBeNull();
  });
});

describe('save_page', () => {
  test('refuses another version than the expected one, a page that is gone, and a slug that is taken', async () => {
    const { data: id } = await save(null, null).throwOnError();
    expect((await save(id, PAST)).error?.code).toBe('PT409');
    expect((await save('00000000-0000-4000-8000-0000000000ff', null)).error?.code).toBe('PT404');
    expect((await save(null, null)).error?.message).toContain('pages_slug_key');
    expect((await save(id, null, { slug: 'admin' })).error).toMatchObject({ code: 'PT400', hint: 'slug' });
  });
});

describe('reorder_links', () => {
  const menu = async () =>
    (await backend.as.staff.from('links').select('id, label').eq('place', 'menu').order('position').throwOnError())
      .data;

  test('orders a place; links that are not listed follow', async () => {
    const before = await menu();
    const ids = [before[5]?.id, before[0]?.id];
    await backend.as.staff.rpc('reorder_links', { place: 'menu', ids }).throwOnError();
    expect((await menu()).map(({ label }) => label)).toEqual([5, 0, 1, 2, 3, 4].map((index) => before[index]?.label));
  });

  test('refuses a link listed twice, another place, and who is not staff', async () => {
    const [first] = await menu();
    const call = (place: string, ids: unknown[], role: 'staff' | 'outsider' = 'staff') =>
      backend.as[role].rpc('reorder_links', { place, ids });
    expect((await call('menu', [first?.id, first?.id])).error?.message).toBe('A link is listed twice.');
    expect((await call('sidebar', [])).error?.message).toBe('The place must be menu or footer.');
    expect((await call('footer', [])).error?.code).toBe('PT404');
    expect((await call('menu', [], 'outsider')).error?.code).toBe('PT404');
  });

  test('a new link comes last', async () => {
    await backend.as.staff.from('links').insert({ place: 'menu', label: 'Neu', address: '/neu' }).throwOnError();
    expect((await menu()).at(-1)?.label).toBe('Neu');
  });
});

describe('offered links', () => {
  const offers = async () => (await backend.as.staff.rpc('offered_links').throwOnError()).data;
  const link = { label: 'EVENTS', place: 'menu', address: '/events' };

  async function ship(version: string, more: Readonly<Record<string, unknown>>) {
    const [made] = await backend.owner.query<{ token: string }>('select shipping.operator_token() as token');
    const as = (name: string, args: object) => backend.as.visitor.rpc(name, { token: made?.token, ...args });
    const published = await as('publish_release', { release: release('mf-events', version, more) });
    if (published.error) return published.error.message;
    const by = { author: '', reason: 'Probe', origin: null, started_from: null };
    await as('promote_release', { remote: 'mf-events', version, ...by }).throwOnError();
    return null;
  }

  test('are those of live remotes, until one is taken', async () => {
    expect(await offers()).toEqual([]);
    expect(await ship('1', { link })).toBeNull();
    expect(await offers()).toEqual([{ remote: 'mf-events', ...link }]);
    const { place, label, address } = link;
    await backend.as.staff.from('links').insert({ place, label, address }).throwOnError();
    expect(await offers()).toEqual([]);
  });

  test('are gone once one is dismissed, also of later releases', async () => {
    await ship('1', { link });
    await backend.as.staff.rpc('dismiss_link', { remote: 'mf-events', address: '/events' }).throwOnError();
    await ship('2', { link: { ...link, label: 'TERMINE' } });
    expect(await offers()).toEqual([]);
  });

  test.each([
    { label: '', place: 'menu', address: '/events' },
    { label: 'EVENTS', place: 'sidebar', address: '/events' },
    { label: 'EVENTS', place: 'menu', address: '/other' },
    { label: 'EVENTS', place: 'menu', address: 'https://example.com' },
    'EVENTS',
  ])('%j is no offer', async (wrong) => {
    expect(await ship('1', { link: wrong })).toContain('link: expected a label');
  });

  test('are for staff', async () => {
    for (const call of ['offered_links', 'retention_periods']) {
      expect((await backend.as.outsider.rpc(call)).error?.code).toBe('42501');
    }
    const dismissed = await backend.as.outsider.rpc('dismiss_link', { remote: 'mf-events', address: '/events' });
    expect(dismissed.error?.code).toBe('42501');
  });
});
