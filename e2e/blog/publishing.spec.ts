import { expect, test } from './editor.ts';

const LISTS = ['/', '/rss.xml', '/sitemap.xml'];

test('A scheduled post appears by itself when its time comes', { tag: '@smoke' }, async ({ request, givenPost }) => {
  const soon = Date.now() + 10_000;
  const { slug } = await givenPost({ published_at: new Date(soon).toISOString() });
  expect(await (await request.get('/')).text()).not.toContain(slug);
  expect((await request.get(`/post/${slug}`)).status()).toBe(404);
  expect(Date.now()).toBeLessThan(soon);
  await expect.poll(async () => (await request.get(`/post/${slug}`)).status(), { timeout: 30_000 }).toBe(200);
  for (const path of LISTS) expect(await (await request.get(path)).text(), path).toContain(slug);
});
