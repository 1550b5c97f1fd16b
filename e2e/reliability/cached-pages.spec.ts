import type { SupabaseClient } from '@supabase/supabase-js';
import { rounds } from '../../shared/testing/rounds.ts';
import { pause } from '../../shared/testing/until.ts';
import { expect, type SharedPlatform, test } from '../platform/fixtures.ts';
import { type FurtherShell, startFurtherShell } from '../platform/further-shell.ts';
import { type FaultyBackend, startFaultyBackend } from './faulty-backend.ts';

const TABS = 4;
const ROUNDS = rounds({ short: 60, long: 1_000 });
const CUT_MS = rounds({ short: 3_000, long: 10_000 });
/** So many pages of the sitemap are one that two processes draw. */
const ONE_OF = rounds({ short: 4, long: 1 });
/** A write is visible within this time after its acknowledgement. */
const FRESH_MS = 1_000;

let own: SharedPlatform;
/** The connection of the second shell to the backend. */
let line: FaultyBackend;
let away: FurtherShell;
let editor: SupabaseClient;
test.beforeAll(async ({ own: shared }) => {
  own = shared;
  // The second shell has no files of its own.
  await own.registry.serveAt(own.url);
  line = await startFaultyBackend(own.backend.url);
  const supabase = { url: line.url, key: own.backend.publishableKey };
  away = await startFurtherShell({ supabase, token: await own.registry.createToken(null, [], null) });
  editor = await own.editor();
  // The first render loads the code of the remotes, for which no test waits.
  for (const address of ['/', '/workshops'].flatMap((path) => [own.url + path, away.url + path]))
    await expect.poll(async () => (await fetch(address)).status, { timeout: 60_000 }).toBe(200);
});
test.afterAll(async () => {
  await editor?.from('posts').delete().like('slug', 'tab-%').throwOnError();
  await away?.stop();
  await line?.close();
});

interface Page {
  readonly timing: string | null;
  readonly body: string;
}

async function read(address: string, shell = own.url): Promise<Page> {
  const response = await fetch(shell + address);
  const body = await response.text();
  expect(response.status, `${shell}${address}: ${body.replace(/<[^>]*>/g, ' ').slice(-600)}`).toBe(200);
  return { timing: response.headers.get('server-timing'), body };
}

const isCached = ({ timing }: Page) => timing === 'cache;desc=hit';

/** The ETags of pages, of which four are requested at once, so that every worker draws some. */
async function tagsOf(shell: string, addresses: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const left = [...addresses];
  const tags = new Map<string, string | null>();
  const readAll = async () => {
    for (let address = left.shift(); address !== undefined; address = left.shift()) {
      const { status, headers } = await fetch(shell + address);
      expect(status, address).toBe(200);
      tags.set(address, headers.get('etag'));
    }
  };
  await Promise.all([readAll(), readAll(), readAll(), readAll()]);
  return tags;
}

test('Reader gets the same bytes of a page from every process, whichever pages it drew before', async () => {
  const twin = await startFurtherShell({
    supabase: { url: own.line.url, key: own.backend.publishableKey },
    token: await own.registry.createToken(null, [], null),
    environment: { SITE_URL: own.url, SHELL_WORKERS: '2', NODE_ENV: 'production' },
  });
  try {
    const sitemap = await (await fetch(`${own.url}/sitemap.xml`)).text();
    const listed = [...sitemap.matchAll(/<loc>\w+:\/\/[^/]+([^<]*)</g)].map(([, path]) => path || '/');
    const some = listed.filter((_, index) => index % ONE_OF === 0);
    const addresses = [...some, '/login', '/suche?suche=KI', '/workshops?suche=KI', '/course-matrix?suche=KI'];
    // The ad of a page takes turns.
    await expect(async () => {
      const there = await tagsOf(twin.url, addresses.toReversed());
      const here = await tagsOf(own.url, addresses);
      expect([...here.values()]).not.toContain(null);
      expect(there).toEqual(new Map([...here].reverse()));
    }).toPass({ timeout: 60_000 });
  } finally {
    await twin.stop();
  }
});

/** A post that one tab changes, with the time of each acknowledgement by `performance.now()`. */
interface Written {
  readonly id: string;
  readonly slug: string;
  readonly acknowledgedAt: number[];
}

async function newPosts(): Promise<Written[]> {
  const { data: category } = await editor.from('categories').select('id').limit(1).single();
  const rows = Array.from({ length: TABS }, (_, tab) => ({
    title: `Tab ${tab} Runde 0.`,
    slug: `tab-${tab}-${Date.now()}`,
    content: 'Inhalt',
    category_id: category?.id,
    published_at: new Date().toISOString(),
  }));
  const { data } = await editor.from('posts').insert(rows).select('id, slug').order('slug').throwOnError();
  await pause(FRESH_MS);
  return data.map((row) => ({ ...row, acknowledgedAt: [] }));
}

test('Reader sees a change by SQL alone', async () => {
  const [post] = await newPosts();
  const { id = '', slug = '' } = post ?? {};
  for (const shell of [own.url, away.url]) {
    const title = `Nur durch SQL ${shell}`;
    await expect.poll(async () => isCached(await read(`/post/${slug}`, shell))).toBe(true);
    await own.backend.database.query('update public.posts set title = $1 where id = $2', [title, id]);
    await expect.poll(async () => (await read(`/post/${slug}`, shell)).body).toContain(title);
  }
});

/** The round that a page shows for a tab's post. */
const roundIn = (body: string, tab: number) => Number(new RegExp(`Tab ${tab} Runde (\\d+)\\.`).exec(body)?.[1]);

/** Reads a page, which must show every write that was acknowledged a second before the request. */
async function readNothingOld(written: readonly Written[], address: string, shell: string): Promise<string> {
  const oldest = performance.now() - FRESH_MS;
  const due = written.map(({ acknowledgedAt }) => acknowledgedAt.filter((at) => at <= oldest).length);
  const { body } = await read(address, shell);
  for (const [tab, round] of due.entries()) {
    const { slug } = written[tab] ?? { slug: '' };
    if (address !== '/' && !address.endsWith(slug)) continue;
    expect(roundIn(body, tab), `tab ${tab} at ${shell}${address}`).toBeGreaterThanOrEqual(round);
  }
  return body;
}

async function writeAndReadAtOnce(total: number, during: () => Promise<unknown> = async () => undefined) {
  const written = await newPosts();
  const delays: number[] = [];
  let isOver = false;
  let pages = 0;
  const tab = async (one: Written, index: number) => {
    for (let round = 1; !isOver && round <= total / TABS; round += 1) {
      const title = `Tab ${index} Runde ${round}.`;
      await editor.from('posts').update({ title }).eq('id', one.id).select('id').single().throwOnError();
      const acknowledged = performance.now();
      one.acknowledgedAt.push(acknowledged);
      const shell = round % 2 === 0 ? own.url : away.url;
      while (roundIn(await readNothingOld(written, `/post/${one.slug}`, shell), index) < round);
      delays.push(performance.now() - acknowledged);
    }
  };
  const reader = async (shell: string) => {
    while (!isOver) {
      await readNothingOld(written, pages % 2 === 0 ? '/' : `/post/${written[pages % TABS]?.slug}`, shell);
      pages += 1;
    }
  };
  const readers = [own.url, away.url].map(reader);
  try {
    await Promise.all([...written.map(tab), during()]);
  } finally {
    isOver = true;
    await Promise.all(readers);
  }
  const median = Math.round(delays.sort((a, b) => a - b)[delays.length >> 1] ?? 0);
  test.info().annotations.push({
    type: 'figures',
    description: `${delays.length} rounds of ${TABS} tabs, shown after ${median} ms (median), ${pages} pages read`,
  });
  return delays.length;
}

test(`Reader never gets a page that is older than a second while four tabs write, ${ROUNDS} rounds`, async () => {
  test.setTimeout(120_000 + ROUNDS * 2_000);
  expect(await writeAndReadAtOnce(ROUNDS)).toBe(ROUNDS);
});

for (const [how, isNoticed] of [
  ['fall silent', false],
  ['are cut off', true],
] as const) {
  test(`Reader gets cached pages, and none older than a second, while notifications ${how}`, async () => {
    test.setTimeout(180_000);
    await expect.poll(async () => isCached(await read('/workshops', away.url))).toBe(true);
    let isCut = true;
    const cutAndMend = async () => {
      line.suffer('notifications', isNoticed);
      await pause(CUT_MS);
      await expect.poll(async () => isCached(await read('/workshops', away.url))).toBe(true);
      isCut = false;
      line.suffer('none');
    };
    const cut = cutAndMend();
    while (isCut) expect(await writeAndReadAtOnce(TABS * 4)).toBe(TABS * 4);
    await cut;
    expect(await writeAndReadAtOnce(TABS * 4)).toBe(TABS * 4);
  });
}
