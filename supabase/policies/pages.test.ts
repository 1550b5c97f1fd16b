import { describe, expect, test } from 'vitest';
import { givenBackend } from './testing/backend.ts';
import { by, promotion } from './testing/calls.ts';
import { givenRecords, LONG_AGO } from './testing/records.ts';
import { givenRegistry } from './testing/registry.ts';

const backend = givenBackend();
const { as, owner } = backend;
const { call: ask, remove, savePage, givenPage, contentVersions } = givenRecords(backend);
const { operator, call, publish, promote } = givenRegistry(backend);

type Args = Readonly<Record<string, unknown>>;
const addPage = async (slug: string, title = `Seite ${slug}`) =>
  (await as.staff.from('pages').insert({ slug, title, content: 'Text' })).error;
const addLink = (place: string, label: string, address: string) =>
  as.staff.from('links').insert({ place, label, address }).throwOnError();

/** Publishes and promotes a release with these routes. */
async function ship(routes: readonly string[], remote = 'mf-events') {
  await publish('1', { routes }, operator(), remote).throwOnError();
  return (await promote('1', { remote })).error;
}
const canary = (version: string) =>
  call(operator(), 'canary_release', { remote: 'mf-events', version, percent: 5, ...by });

describe('a page at an address that something else has', () => {
  test('is refused without a registry, with the reason and what is expected', async () => {
    const slugs = 'login LOGIN admin suche preview _data _site rss.xml llms.txt :x a*'.split(' ');
    for (const slug of slugs) expect(await addPage(slug), slug).toMatchObject({ code: 'PT400', hint: 'slug' });
    expect((await addPage('login'))?.message).toBe("The address /login is the platform's own. Expected another slug.");
    expect((await addPage('rss.xml'))?.message).toMatch(/^No page can be at \/rss\.xml\. Expected letters/);
  });

  test('is refused at an address of a live release or a canary, also by an update, and free once the remote is retired', async () => {
    expect(await ship(['/events', '/event/:id', '/all/*', '/:slug'])).toBeNull();
    await publish('2', { routes: ['/termine'] }).throwOnError();
    await canary('2').throwOnError();
    expect(await addPage('frei')).toBeNull();
    for (const slug of ['events', 'Events', 'all', 'termine']) {
      const message = `The address /${slug} belongs to mf-events. Expected another slug.`;
      expect((await addPage(slug))?.message).toBe(message);
      expect((await as.staff.from('pages').update({ slug }).eq('slug', 'frei')).error?.message).toBe(message);
    }
    expect(await addPage('event')).toBeNull();
    await call(operator(), 'retire_remote', { remote: 'mf-events', ...by }).throwOnError();
    expect(await addPage('events')).toBeNull();
  });

  test('is refused by the database itself, whoever writes; the placeholders are free', async () => {
    const insert = "insert into pages (slug, title, content) values ('admin', 'A', 'A')";
    await expect(owner.query(insert)).rejects.toThrow("The address /admin is the platform's own");
    for (const slug of ['elemente', 'chatgpt-lernziele']) expect(await addPage(slug)).toBeNull();
  });
});

describe('a release at the address of a page', () => {
  test.each<[string, Args]>([
    ['promote_release', promotion],
    ['check_addresses', {}],
  ])('is refused by %s, which names the page', async (name, more) => {
    expect(await addPage('Events', 'Termine')).toBeNull();
    await publish('1').throwOnError();
    const { error } = await call(operator(), name, { remote: 'mf-events', version: '1', ...more });
    const message = 'mf-events claims /events, but the page “Termine” has the address /Events';
    expect(error).toMatchObject({ code: 'PT409', message });
  });

  test('is refused as a canary', async () => {
    expect(await ship(['/events'])).toBeNull();
    expect(await addPage('termine')).toBeNull();
    await publish('2', { routes: ['/events', '/termine'] }).throwOnError();
    const message = 'mf-events claims /termine, but the page “Seite termine” has the address /termine';
    expect((await canary('2')).error?.message).toBe(message);
  });

  test('is fine at the pattern of pages, which one remote owns', async () => {
    expect(await addPage('impressum')).toBeNull();
    expect(await ship(['/', '/post/:slug', '/:slug'], 'mf-blog')).toBeNull();
    expect((await ship(['/:id']))?.message).toBe('mf-events claims /:id, which mf-blog owns as /:slug');
  });
});

const site = () => ask('read_site', {}, as.visitor);
const own = { label: 'Seite', address: '/seite' };

test('links without a page are those to the placeholders and to drafts; not those to public pages, remotes, files and other sites', async () => {
  const unwritten = async () => {
    const found: readonly { slug: string; page: string | null }[] = await ask('links_without_page');
    return Object.fromEntries(found.map(({ slug, page }) => [slug, page]));
  };
  expect(await unwritten()).toEqual({ elemente: null, 'chatgpt-lernziele': null });
  const draft = await givenPage({ published_at: null, links: [] });
  await givenPage({ slug: 'elemente', links: [] });
  for (const address of ['/seite', '/kontakt/?a=b#c', '/', '/login', '/sitemap.xml', '/a/b', 'https://e.org/f'])
    await addLink('footer', 'L', address);
  expect(await unwritten()).toEqual({ 'chatgpt-lernziele': null, kontakt: null, seite: draft });
});

describe('the link of a page', () => {
  test('is stored with it, follows its slug and its place, keeps its label, and goes with it', async () => {
    const id = await givenPage();
    const links = async () =>
      (await as.staff.from('links').select('place, label, address, position').eq('page_id', id).throwOnError()).data;
    expect((await site()).footer).toEqual([own]);
    await as.staff.from('links').update({ label: 'Wir' }).eq('page_id', id).throwOnError();
    await savePage(id, { title: 'Anders' }).throwOnError();
    expect((await site()).footer).toEqual([{ ...own, label: 'Wir' }]);
    await savePage(id, { slug: 'verein', links: [{ place: 'menu' }] }).throwOnError();
    expect(await links()).toMatchObject([{ place: 'menu', address: '/verein', position: 6 }]);
    await savePage(id, { slug: 'verein', links: [] }).throwOnError();
    expect(await links()).toEqual([]);
    await savePage(id, { slug: 'verein' }).throwOnError();
    await remove('pages', id);
    expect((await site()).footer).toEqual([]);
  });

  test.each([
    ['a draft', null],
    ['a scheduled page', '2999-01-01T00:00:00Z'],
  ])(
    'is hidden for %s, and there once the page is public, with another version of the site',
    async (_, published_at) => {
      const version = async () => (await contentVersions()).site;
      const id = await givenPage({ published_at });
      expect((await site()).footer).toEqual([]);
      for (const reader of [as.visitor, as.outsider])
        expect((await reader.from('links').select('id').eq('page_id', id).throwOnError()).data).toEqual([]);
      const hidden = await version();
      // As time passes, without a write that the version could follow.
      await owner.execute(`
      set session_replication_role = replica;
      update pages set published_at = '${LONG_AGO}' where id = '${id}';
      set session_replication_role = origin`);
      expect((await site()).footer).toEqual([own]);
      expect(await version()).not.toBe(hidden);
    },
  );
});

test('save_page refuses another version than the expected one, a page that is gone, and a slug that is taken', async () => {
  const id = await givenPage();
  expect((await savePage(id, {}, LONG_AGO)).error?.code).toBe('PT409');
  expect((await savePage('00000000-0000-4000-8000-0000000000ff')).error?.code).toBe('PT404');
  expect((await savePage(null)).error?.message).toContain('pages_slug_key');
  expect((await savePage(id, { slug: 'admin' })).error).toMatchObject({ code: 'PT400', hint: 'slug' });
});

describe('the order of links', () => {
  const menu = async () =>
    (await as.staff.from('links').select('id, label').eq('place', 'menu').order('position').throwOnError()).data;
  const reorder = async (place: string, ids: unknown[]) => (await as.staff.rpc('reorder_links', { place, ids })).error;

  test('is that of a place, in which visitors read them; links that are not listed follow, and a new one', async () => {
    const before = await menu();
    expect(await reorder('menu', [before[5]?.id, before[0]?.id])).toBeNull();
    await addLink('menu', 'Neu', 'https://example.com/x');
    const labels = [...[5, 0, 1, 2, 3, 4].map((index) => before[index]?.label), 'Neu'];
    expect((await menu()).map(({ label }) => label)).toEqual(labels);
    const shown: readonly { label: string; address: string }[] = (await site()).menu;
    expect([shown.map(({ label }) => label), shown.at(-1)?.address]).toEqual([labels, 'https://example.com/x']);
  });

  test('is refused with a link listed twice, for another place, and for an empty one', async () => {
    const [first] = await menu();
    expect((await reorder('menu', [first?.id, first?.id]))?.message).toBe('A link is listed twice.');
    expect((await reorder('sidebar', []))?.message).toBe('The place must be menu or footer.');
    expect((await reorder('footer', []))?.code).toBe('PT404');
  });
});

describe('offered links', () => {
  const offers = () => ask('offered_links');
  const link = { label: 'EVENTS', place: 'menu', address: '/events' };
  const offer = async (version: string, offered: unknown) => {
    await publish(version, { link: offered }).throwOnError();
    await promote(version).throwOnError();
  };

  test('are those of live remotes, until one is taken or dismissed, also of later releases', async () => {
    expect(await offers()).toEqual([]);
    await offer('1', link);
    expect(await offers()).toEqual([{ remote: 'mf-events', ...link }]);
    await addLink(link.place, link.label, link.address);
    expect(await offers()).toEqual([]);
    await as.staff.from('links').delete().eq('address', link.address).throwOnError();
    expect(await offers()).toHaveLength(1);
    await ask('dismiss_link', { remote: 'mf-events', address: '/events' });
    await offer('2', { ...link, label: 'TERMINE' });
    expect(await offers()).toEqual([]);
  });

  test.each([
    { ...link, label: '' },
    { ...link, place: 'sidebar' },
    { ...link, address: '/other' },
    { ...link, address: 'https://example.com' },
    'EVENTS',
  ])('are not made of %j', async (wrong) => {
    expect((await publish('1', { link: wrong })).error?.message).toContain('link: expected a label');
  });
});
