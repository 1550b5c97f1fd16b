import type { SupabaseClient } from '@supabase/supabase-js';
import { rounds } from '../../shared/testing/rounds.ts';
import { expect, test } from '../platform/fixtures.ts';

const VISITS = rounds({ short: 200, long: 10_000 });
const LINKS = 20;
const AT_ONCE = 8;
/** So many visits later, all pages are rendered anew. */
const RENDERED_ANEW = rounds({ short: 50, long: 500 });
const MARK = 'Nur-im-Entwurf';

type Query = <Row extends object>(sql: string) => Promise<Row[]>;

/** Links to drafts of several kinds, with a mark that no other page has. */
async function givenLinks(editor: SupabaseClient, query: Query): Promise<readonly string[]> {
  const links: string[] = [];
  for (const [kind, count] of Object.entries({ posts: 10, workshops: 6, courses: 4 })) {
    const rows = await query<{ id: string }>(
      `select t.id from ${kind} t where not exists (select from drafts d where d.record_id = t.id)
       order by created_at, id limit ${count}`,
    );
    for (const { id: record } of rows) {
      await editor.rpc('save_draft', { kind, record, columns: { title: `${MARK} ${record}` } }).throwOnError();
      const { data: token } = await editor.rpc('create_preview', { kind, record }).throwOnError();
      links.push(`/preview/${token}`);
    }
  }
  return links;
}

async function publicAddresses(query: Query): Promise<readonly string[]> {
  const rows = await query<{ address: string }>(
    `(select '/post/' || slug as address from posts where published_at <= now() order by created_at, id limit 8)
     union all (select '/courses/' || slug from courses where is_published order by created_at limit 4)
     union all (select '/workshops/' || id from workshops order by created_at, id limit 6)`,
  );
  const lists = ['/', '/workshops', '/online-courses', '/course-matrix', '/suche?suche=KI', '/nirgends'];
  return [...lists, '/rss.xml', '/sitemap.xml', ...rows.map(({ address }) => address)];
}

test('Links in use beside visits change no byte of any other page', async ({ own }) => {
  test.setTimeout(1_200_000);
  const query: Query = (sql) => own.backend.database.query(sql);
  const editor = await own.editor();
  const read = async (address: string) => {
    const response = await fetch(own.url + address);
    const body = (await response.text()).replace(/Kennung: [\w.-]+/, '');
    return { status: response.status, body, isNew: response.headers.get('server-timing') === 'cache;desc=miss' };
  };
  // Ads rotate.
  const ads = await query<{ id: string }>('update ads set is_active = false where is_active returning id');
  const addresses = await publicAddresses(query);
  const before = new Map<string, string>();
  for (const address of addresses) before.set(address, (await read(address)).body);
  const links = await givenLinks(editor, query);
  expect(links).toHaveLength(LINKS);

  let visits = 0;
  let shown = 0;
  let anew = 0;
  const visit = async () => {
    while (visits < VISITS) {
      visits += 1;
      if (visits % RENDERED_ANEW === 0) await query('update private.content_topics set version = default');
      const address = addresses[visits % addresses.length] as string;
      const { status, body, isNew } = await read(address);
      if (isNew) anew += 1;
      expect(body, `${address}, ${status}, after ${visits} visits`).toBe(before.get(address));
    }
  };
  const preview = async () => {
    while (visits < VISITS || shown < LINKS) {
      const { status, body } = await read(links[shown % LINKS] as string);
      shown += 1;
      expect(status).toBe(200);
      expect(body).toContain(MARK);
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, visit), preview(), preview()]);
  expect(shown).toBeGreaterThanOrEqual(LINKS);
  expect(anew).toBeGreaterThan(addresses.length);
  for (const body of before.values()) expect(body).not.toContain(MARK);
  await query('delete from drafts');
  await query(`update ads set is_active = true where id in ('${ads.map(({ id }) => id).join("', '")}')`);
});
