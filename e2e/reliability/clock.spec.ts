import { expect, test } from '@playwright/test';
import { jumpingClock } from '../../shared/testing/jumping-clock.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { shellPid } from '../platform/shell-memory.ts';

const HOUR_MS = 3_600_000;
const PAGES = ['/', '/workshops', '/course-matrix', '/rss.xml', '/sitemap.xml'];

const clock = jumpingClock();
let own: OwnPlatform;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = await startOwnPlatform(clock);
});
test.afterAll(async () => {
  await own?.stop();
  clock.remove();
});

const jump = async (offset: number) => clock.set(await shellPid(own.dataDir), offset);

async function get(address: string) {
  const answer = await fetch(own.url + address, { signal: AbortSignal.timeout(20_000) });
  return { status: answer.status, timing: answer.headers.get('server-timing'), body: await answer.text() };
}

let count = 0;
for (const [name, offset] of [
  ['an hour back', -HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
] as const) {
  test(`Reader gets cached pages, new content and recovered remotes after the clock was set ${name}`, async () => {
    await jump(0);
    for (const page of PAGES) expect((await get(page)).status, page).toBe(200);
    await jump(offset);
    for (const page of PAGES) expect((await get(page)).status, page).toBe(200);
    expect((await get('/workshops')).timing).toBe('cache;desc=hit');

    count += 1;
    const title = `Nach dem Sprung ${count}`;
    await own.backend.database.query('update posts set title = $1 where slug = (select min(slug) from posts)', [title]);
    const [post] = await own.backend.database.query<{ slug: string }>('select min(slug) as slug from posts');
    await expect.poll(async () => (await get(`/post/${post?.slug}`)).body).toContain(title);

    // The clock of the database decides what is public.
    const slug = `geplant-${count}`;
    await own.backend.database.query(
      `insert into posts (title, slug, content, author, published_at)
       values ('Geplant', $1, 'Text', 'Ada', now() + interval '1 hour')`,
      [slug],
    );
    expect((await get(`/post/${slug}`)).status).toBe(404);
    const soon = "update posts set published_at = now() + interval '2 seconds' where slug = $1";
    await own.backend.database.query(soon, [slug]);
    await expect.poll(async () => (await get(`/post/${slug}`)).status).toBe(200);

    await own.hold('mf-matrix');
    await expect.poll(async () => (await get('/readyz')).status).toBe(503);
    await own.release('mf-matrix');
    await expect.poll(async () => (await get('/readyz')).status).toBe(200);
    expect((await get('/course-matrix')).status).toBe(200);
  });
}
