import { type APIRequestContext, expect, test } from '@playwright/test';

const pageTiming = async (request: APIRequestContext, path: string) => {
  const answer = await request.get(path);
  return { status: answer.status(), body: await answer.text(), timing: answer.headers()['server-timing'] };
};

test('Reader gets the cached page whatever undeclared query keys say', { tag: '@smoke' }, async ({ request }) => {
  for (const [path, ...others] of [
    ['/', '/?utm_source=a', '/?fbclid=1&x[]=2'],
    ['/workshops', '/workshops?utm_source=a', '/Workshops', '/%77orkshops?a'],
    ['/online-courses?stufe=beginner', '/online-courses?x=1&stufe=beginner', '/online-courses?stufe=beginner&x'],
    ['/course-matrix', '/course-matrix?ref=news'],
    ['/login', '/login?next=/admin/courses'],
  ] as const) {
    // A write of a parallel test invalidates the cached pages.
    await expect(async () => {
      const plain = await pageTiming(request, path);
      expect(plain.timing, path).toMatch(/^cache;desc=(hit|miss)$/);
      for (const other of others) {
        const { body, timing } = await pageTiming(request, other);
        expect(timing, other).toBe('cache;desc=hit');
        expect(body, other).toBe(plain.body);
      }
    }).toPass();
  }
});

test('A page hydrates at an address with undeclared query keys', async ({ page }) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  for (const path of [
    '/?utm_source=a',
    '/workshops?utm_source=a&suche=KI',
    '/course-matrix?utm_source=a&ansicht=matrix',
  ]) {
    await page.goto(path);
    await page.getByRole('banner').getByRole('link', { name: 'ONLINE COURSES' }).click();
    await expect(page).toHaveURL('/online-courses');
    await page.goBack();
    await expect(page).toHaveURL(path);
  }
  expect(problems).toEqual([]);
});

test('Crawler gets one cached 404 page for all addresses without an owner', async ({ request }) => {
  await expect(async () => {
    for (const path of ['/nirgends', '/nirgends/und/nie', '/wp-login.php?x=1', '/post/weg', '/post/weg']) {
      const { status, timing, body } = await pageTiming(request, path);
      expect([status, timing], path).toEqual([404, 'cache;desc=hit']);
      expect(body, path).not.toContain('og:url');
    }
  }).toPass();
});

test('Pages, feeds and the sitemap revalidate to 304 while they are unchanged, with any query', {
  tag: '@smoke',
}, async ({ request }) => {
  for (const path of ['/', '/workshops', '/course-matrix', '/rss.xml', '/sitemap.xml']) {
    await expect(async () => {
      const { etag = '' } = (await request.get(path)).headers();
      const again = await request.get(`${path}?x=1`, { headers: { 'if-none-match': etag } });
      expect([again.status(), (await again.body()).length], path).toEqual([304, 0]);
    }).toPass();
  }
});
