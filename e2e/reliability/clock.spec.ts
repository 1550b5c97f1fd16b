import { expect, test } from '../platform/fixtures.ts';

const HOUR_MS = 3_600_000;
const PAGES = ['/', '/workshops', '/course-matrix', '/rss.xml', '/sitemap.xml'];

for (const [name, offset] of [
  ['an hour back', -HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
] as const) {
  test(`Reader gets cached pages, new content and recovered remotes after the clock was set ${name}`, async ({
    own,
  }) => {
    const { database } = own.backend;
    const get = (address: string) => fetch(own.url + address, { signal: AbortSignal.timeout(20_000) });
    const statusOf = async (address: string) => (await get(address)).status;
    for (const page of PAGES) expect(await statusOf(page), page).toBe(200);
    await own.setClock(offset);
    for (const page of PAGES) expect(await statusOf(page), page).toBe(200);
    expect((await get('/workshops')).headers.get('server-timing')).toBe('cache;desc=hit');

    // The clock of the database decides what is public.
    const slug = `geplant-${crypto.randomUUID()}`;
    await database.query(
      `insert into posts (title, slug, content, author, published_at)
         values ('Geplant', $1, 'Text', 'Ada', now() + interval '1 hour')`,
      [slug],
    );
    expect(await statusOf(`/post/${slug}`)).toBe(404);
    await database.query("update posts set published_at = now() + interval '2 seconds' where slug = $1", [slug]);
    await expect.poll(() => statusOf(`/post/${slug}`)).toBe(200);
    await database.query("update posts set title = 'Nach dem Sprung' where slug = $1", [slug]);
    await expect.poll(async () => (await get(`/post/${slug}`)).text()).toContain('Nach dem Sprung');
    await database.query('delete from posts where slug = $1', [slug]);

    await own.hold('mf-matrix');
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    await own.release('mf-matrix');
    await expect.poll(() => statusOf('/readyz')).toBe(200);
    expect(await statusOf('/course-matrix')).toBe(200);
    await own.setClock(0);
  });
}
