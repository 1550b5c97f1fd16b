import { rounds } from '@ki/shared/testing/rounds.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PolicyBackend, startPolicyBackend } from './backend.ts';
import { release } from './calls.ts';
import { somebodyWaits } from './somebody-waits.ts';

let backend: PolicyBackend;
let operator: string;

beforeAll(async () => {
  backend = await startPolicyBackend();
});
beforeEach(async () => {
  await backend.restore();
  const [made] = await backend.owner.query<{ token: string }>('select shipping.operator_token() as token');
  operator = made?.token ?? '';
});
afterAll(() => backend.close());

const pageAt = (slug: string, more = {}) => ({ slug, title: `Seite ${slug}`, content: 'Text', ...more });
const addPage = (slug: string, more = {}) => backend.as.staff.from('pages').insert(pageAt(slug, more)).select('id');
const as = (name: string, args: object) => backend.as.visitor.rpc(name, { token: operator, ...args });
const by = { author: '', reason: 'Probe', origin: null, started_from: null };

async function publish(name: string, routes: readonly string[], version = '1') {
  await as('publish_release', { release: release(name, version, { routes }) }).throwOnError();
  return { remote: name, version };
}
const promote = async (name: string, routes: readonly string[], version = '1') =>
  as('promote_release', { ...(await publish(name, routes, version)), ...by });

describe('a page at an address that something else has', () => {
  test.each(['login', 'LOGIN', 'admin', 'suche', 'preview', '_data', '_site', 'rss.xml', 'llms.txt', ':x', 'a*'])(
    'is refused without a registry: %s',
    async (slug) => expect((await addPage(slug)).error).toMatchObject({ code: 'PT400', hint: 'slug' }),
  );

  test('is told why, and what is expected', async () => {
    expect((await addPage('login')).error?.message).toBe(
      "The address /login is the platform's own. Expected another slug.",
    );
    expect((await addPage('rss.xml')).error?.message).toMatch(/^No page can be at \/rss\.xml\. Expected letters/);
  });

  test('is refused at an address of a live release or a canary, also by an update, and free once the remote is retired', async () => {
    await promote('mf-events', ['/events', '/event/:id', '/all/*', '/:slug']).then(({ error }) =>
      expect(error).toBeNull(),
    );
    await publish('mf-events', ['/termine'], '2');
    await as('canary_release', {
      remote: 'mf-events',
      version: '2',
      percent: 5,
      ...by,
      origin: undefined,
      started_from: undefined,
    });
    const { data } = await addPage('frei').throwOnError();
    for (const slug of ['events', 'Events', 'all']) {
      const message = `The address /${slug} belongs to mf-events. Expected another slug.`;
      expect((await addPage(slug)).error?.message).toBe(message);
      const moved = await backend.as.staff.from('pages').update({ slug }).eq('id', data[0]?.id);
      expect(moved.error?.message).toBe(message);
    }
    expect((await addPage('event')).error).toBeNull();
    await as('retire_remote', { remote: 'mf-events', author: '', reason: 'Probe' }).throwOnError();
    expect((await addPage('events')).error).toBeNull();
  });

  test('is refused by the database itself, whoever writes', async () => {
    const insert = "insert into pages (slug, title, content) values ('admin', 'A', 'A')";
    await expect(backend.owner.query(insert)).rejects.toThrow("The address /admin is the platform's own");
  });

  test('the placeholders are free', async () => {
    for (const slug of ['elemente', 'chatgpt-lernziele']) expect((await addPage(slug)).error).toBeNull();
  });
});

describe('a release at the address of a page', () => {
  test.each(['promote_release', 'check_addresses'])('is refused by %s, which names the page', async (name) => {
    await addPage('Events', { title: 'Termine' }).throwOnError();
    const ids = await publish('mf-events', ['/events']);
    const { error } = await as(name, name === 'check_addresses' ? ids : { ...ids, ...by });
    expect(error).toMatchObject({
      code: 'PT409',
      message: 'mf-events claims /events, but the page “Termine” has the address /Events',
    });
  });

  test('is refused as a canary', async () => {
    expect((await promote('mf-events', ['/events'])).error).toBeNull();
    await addPage('termine').throwOnError();
    const ids = await publish('mf-events', ['/events', '/termine'], '2');
    const { error } = await as('canary_release', { ...ids, percent: 5, author: '', reason: 'Probe' });
    expect(error?.message).toBe('mf-events claims /termine, but the page “Seite termine” has the address /termine');
  });

  test('is fine at the pattern of pages, which one remote owns', async () => {
    await addPage('impressum').throwOnError();
    expect((await promote('mf-blog', ['/', '/post/:slug', '/:slug'])).error).toBeNull();
    expect((await promote('mf-events', ['/:id'])).error?.message).toBe(
      'mf-events claims /:id, which mf-blog owns as /:slug',
    );
  });
});

describe('at once', () => {
  test('a page waits for a transition before it is compared', async () => {
    await publish('mf-events', ['/events']);
    const { late } = await backend.owner.transaction(async (moving) => {
      await moving.execute('select shipping.begin_move()');
      const late = Promise.resolve(addPage('events'));
      await somebodyWaits(moving);
      await moving.execute("update shipping.remotes set live = '1', slot = 9 where name = 'mf-events'");
      return { late };
    });
    expect((await late).error?.message).toBe('The address /events belongs to mf-events. Expected another slug.');
  });

  test('a page and a promotion never both win, and never block each other', async () => {
    const won = { page: 0, release: 0 };
    for (let round = 0; round < rounds({ short: 12, long: 200 }); round++) {
      const slug = `adresse-${round}`;
      const ids = await publish(`mf-r${round}`, [`/${slug}`]);
      const [page, move] = await Promise.all([addPage(slug), as('promote_release', { ...ids, ...by })]);
      expect([page.error, move.error].filter(Boolean)).toHaveLength(1);
      expect([undefined, 'PT400', 'PT409']).toContain(page.error?.code ?? move.error?.code);
      won[page.error ? 'release' : 'page'] += 1;
    }
    expect(won.page + won.release).toBeGreaterThan(0);
  });
});
