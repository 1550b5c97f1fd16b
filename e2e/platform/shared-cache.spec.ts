import { Agent, get } from 'node:http';
import { mergeTests } from '@playwright/test';
import { test as withPosts } from '../blog/editor.ts';
import { expect, test as shared } from './fixtures.ts';
import { type Nginx, startNginx } from './nginx.ts';

const SECOND_MS = 1_000;
/** A shared cache may store a page for a second, and counts in whole seconds. */
const IN_SIGHT_MS = 2 * SECOND_MS;
const VISITORS = 1_000;
const AT_ONCE = 20;

/** The editor of the platform behind the cache. */
const test = mergeTests(shared, withPosts).extend({
  editor: async ({ own }, use) => use(await own.editor()),
});

const program = process.env.E2E_NGINX ?? '';
test.skip(program === '', 'there is no nginx, and no Debian to get it from');

let platform: string;
let cache: Nginx;
test.beforeAll(async ({ own }) => {
  platform = own.url;
  cache = await startNginx(program, platform);
  // The first render loads the code of the remotes, for which no test waits.
  await expect.poll(async () => (await fetch(platform)).status).toBe(200);
});
test.afterAll(() => cache?.stop());

/** The number of page requests to the shell. */
async function pagesAsked(): Promise<number> {
  const metrics = await (await fetch(`${platform}/metrics`)).text();
  const counts = [...metrics.matchAll(/^shell_requests_total\{kind="page",status="\d+"\} (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

async function visit(address = '/', headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(cache.url + address, { headers });
  expect(answer.status).toBe(200);
  return answer;
}

/** A visit that discards the body, so that the servers have the processor. */
function pass(agent: Agent): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(cache.url, { agent, headers: { 'accept-encoding': 'br' } }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asked.on('error', reject);
  });
}

test('A thousand visitors in a second cost the shell few answers', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const before = await pagesAsked();
  const started = performance.now();
  const statuses = await Promise.all(Array.from({ length: VISITORS }, () => pass(agent)));
  const seconds = Math.ceil((performance.now() - started) / SECOND_MS);
  agent.destroy();
  expect(new Set(statuses)).toEqual(new Set([200]));
  // A busy machine needs more seconds, and in each the requests in flight may reach the shell while the cache refreshes.
  expect((await pagesAsked()) - before).toBeLessThanOrEqual(2 + seconds * AT_ONCE);
});

test('Reader sees a saved post within two seconds', async ({ editor, givenPost }) => {
  const { id, slug, title } = await givenPost();
  const shows = async (text: string) => (await (await visit(`/post/${slug}`)).text()).includes(text);
  expect(await shows(title)).toBe(true);
  const { error } = await editor.from('posts').update({ title: 'Neuer Titel' }).eq('id', id);
  expect(error).toBeNull();
  const saved = performance.now();
  let lastOld = saved;
  for (;;) {
    const asked = performance.now();
    if (await shows('Neuer Titel')) break;
    lastOld = asked;
  }
  expect(lastOld - saved).toBeLessThan(IN_SIGHT_MS);
});

test('A browser with the page revalidates it at the cache, which a request with an override bypasses', async () => {
  // A rotating ad may change the page between the two requests.
  await expect(async () => {
    const etag = (await visit()).headers.get('etag') ?? '';
    const again = await fetch(cache.url, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }).toPass();
  const before = await pagesAsked();
  for (let count = 0; count < 3; count += 1) await visit('/', { cookie: 'overrides=a.b' });
  expect((await pagesAsked()) - before).toBe(3);
});
