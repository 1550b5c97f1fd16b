import { expect, test } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { rounds } from '../../shared/testing/rounds.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';

const VISITS = rounds({ short: 400, long: 10_000 });
const LINKS = 20;
const AT_ONCE = 8;
/** So many visits later, all pages are rendered anew. */
const RENDERED_ANEW = rounds({ short: 100, long: 500 });
const MARK = 'Nur-im-Entwurf';

let own: OwnPlatform;
let editor: SupabaseClient;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = await startOwnPlatform();
  editor = await own.editor();
  // Ads rotate.
  await own.backend.database.query('update ads set is_active = false');
});
test.afterAll(() => own?.stop());

const idsOf = (table: string, count: number) =>
  own.backend.database
    .query<{ id: string }>(`select id from ${table} order by created_at, id limit ${count}`)
    .then((rows) => rows.map(({ id }) => [table, id] as const));

async function givenLink(kind: string, record: string): Promise<string> {
  const { data: token } = await editor.rpc('create_preview', { kind, record }).throwOnError();
  return `/preview/${token}`;
}

/** Links to drafts of several kinds, with a mark that no other page has. */
async function givenLinks(): Promise<readonly string[]> {
  const records = [...(await idsOf('posts', 10)), ...(await idsOf('workshops', 6)), ...(await idsOf('courses', 4))];
  const links = records.map(async ([kind, record]) => {
    await editor.rpc('save_draft', { kind, record, columns: { title: `${MARK} ${record}` } }).throwOnError();
    return givenLink(kind, record);
  });
  return Promise.all(links);
}

async function publicAddresses(): Promise<readonly string[]> {
  const addressed = (query: string) =>
    own.backend.database.query<{ address: string }>(query).then((rows) => rows.map(({ address }) => address));
  return [
    '/',
    '/workshops',
    '/online-courses',
    '/course-matrix',
    '/suche?suche=KI',
    '/nirgends',
    '/rss.xml',
    '/sitemap.xml',
    ...(await addressed(
      "select '/post/' || slug as address from posts where published_at <= now() order by created_at, id limit 8",
    )),
    ...(await addressed(
      "select '/courses/' || slug as address from courses where is_published order by created_at limit 4",
    )),
    ...(await addressed("select '/workshops/' || id as address from workshops order by created_at, id limit 6")),
  ];
}

async function read(address: string) {
  const response = await fetch(own.url + address);
  const body = await response.text();
  return { status: response.status, body: body.replace(/Kennung: [\w.-]+/, ''), headers: response.headers };
}

const renewed = () => own.backend.database.query('update private.content_topics set version = default');

test('Links in use beside visits change no byte of any other page', async () => {
  test.setTimeout(1_200_000);
  const addresses = await publicAddresses();
  const before = new Map<string, string>();
  for (const address of addresses) before.set(address, (await read(address)).body);
  const links = await givenLinks();
  expect(links).toHaveLength(LINKS);

  let visits = 0;
  let shown = 0;
  let anew = 0;
  const visit = async () => {
    while (visits < VISITS) {
      visits += 1;
      if (visits % RENDERED_ANEW === 0) await renewed();
      const address = addresses[visits % addresses.length] as string;
      const { status, body, headers } = await read(address);
      if (headers.get('server-timing') === 'cache;desc=miss') anew += 1;
      expect(body, `${address}, ${status}, after ${visits} visits`).toBe(before.get(address));
    }
  };
  const preview = async () => {
    while (visits < VISITS) {
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
});

test('The log has no token of a link, whatever fails', async () => {
  const [[kind, record] = ['', '']] = await idsOf('posts', 1);
  const link = await givenLink(kind, record);
  await read(link);
  await read(`${link}x`);
  await own.backend.database.query('alter function public.read_preview(text, uuid) rename to read_preview_gone');
  try {
    expect((await read(link)).status).toBe(503);
  } finally {
    await own.backend.database.query('alter function public.read_preview_gone(text, uuid) rename to read_preview');
  }
  await expect.poll(() => own.log()).toContain('/preview/[token]');
  expect(own.log()).not.toContain(link.slice('/preview/'.length));
});
