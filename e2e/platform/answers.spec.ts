import { type APIRequestContext, expect, test } from '@playwright/test';
import { FIRST_REMOTES } from '../../shell/registry/schema.ts';
import { oldestGeneration } from '../fixtures/given-suite.ts';
import { rawRequest } from './raw-request.ts';

async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  const [body, headers] = [await answer.text(), answer.headers()];
  const [head = ''] = body.split('</head>');
  const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
  return { status: answer.status(), body, headers, timing: headers['server-timing'], meta, canonical, title };
}

test('Operator sees that the shell serves and everything answers', { tag: '@smoke' }, async ({ request }) => {
  const health = await read(request, '/healthz');
  expect([health.status, JSON.parse(health.body)]).toEqual([200, { status: 'ok' }]);
  // A probe on a busy machine may take longer than its time limit.
  await expect
    .poll(async () => {
      const { status, body } = await read(request, '/readyz');
      return { ...JSON.parse(body), status };
    })
    .toMatchObject({ status: 200, failing: [] });
});

test('Outsider reads the live registry, whose remotes have an origin each', { tag: '@smoke' }, async ({ request }) => {
  const platform = JSON.parse((await read(request, '/platform.json')).body);
  // The top level describes the oldest generation that is served.
  expect(platform).toMatchObject({
    contract: oldestGeneration(),
    supabase: { url: expect.any(String), key: expect.any(String) },
  });
  expect(Object.keys(platform.remotes).sort()).toEqual([...FIRST_REMOTES].sort());
  const remotes = Object.values<Record<string, unknown>>(platform.remotes);
  for (const { version, manifest, routes } of remotes) {
    expect(version).toEqual(expect.any(String));
    expect(routes).toEqual(expect.arrayContaining([expect.stringMatching(/^\//)]));
    expect((await request.get(String(manifest))).status()).toBe(200);
  }
  expect(new Set(remotes.map(({ entry }) => new URL(String(entry)).origin)).size).toBe(remotes.length);
});

test('Reader gets 404 for what does not exist, and pages are only read', { tag: '@smoke' }, async ({ request }) => {
  const unknown = ['/nirgends', '/post/gibt-es-nicht', '/a/b/c', '/assets/js/weg.js'];
  const impossible = [
    ...['/post/%00', '/category/a%00b', '/courses/%00', '/workshops/%00', '/workshops?workshop=%00'],
    ...['/course-matrix?workshop=a', '/workshops/a.md', '/course-matrix/a', '/courses/a/lessons/b.md'],
    '/workshops/a/vorschau.png',
  ];
  for (const path of [...unknown, ...impossible]) expect((await request.get(path)).status(), path).toBe(404);
  expect((await request.post('/')).status()).toBe(405);
});

test('Crawler gets one cached 404 page for all addresses without an owner', async ({ request }) => {
  await expect(async () => {
    for (const path of ['/nirgends', '/nirgends/und/nie', '/wp-login.php?x=1', '/post/weg', '/post/weg']) {
      const { status, timing, body } = await read(request, path);
      expect([status, timing], path).toEqual([404, 'cache;desc=hit']);
      expect(body, path).not.toContain('og:url');
    }
  }).toPass();
});

test('Visitor gets nothing of the staff pages but a true title, which no index holds', { tag: '@smoke' }, async ({
  page,
  request,
}) => {
  for (const path of ['/admin', '/admin/courses', '/admin/posts/edit/1', '/admin/nirgends']) {
    const { title, meta, canonical, body } = await read(request, path);
    expect([title, meta('robots'), canonical], path).toEqual(['Admin · KI-Lernplattform', 'noindex', undefined]);
    expect(body).not.toMatch(/Dashboard|Sign Out/);
  }
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  const { remotes } = JSON.parse((await read(request, '/platform.json')).body);
  expect(asked).not.toContain(remotes['mf-admin'].entry);
});

test('Reader finds title and canonical address on the placeholder pages', async ({ request, baseURL }) => {
  const descriptions = new Set<string | undefined>();
  for (const path of ['/elemente', '/chatgpt-lernziele']) {
    const { meta, canonical } = await read(request, `${path}?utm_source=a`);
    expect([canonical, meta('og:url'), meta('robots')]).toEqual([baseURL + path, baseURL + path, 'noindex']);
    expect(meta('og:title')).toMatch(/KI$/);
    expect(meta('og:description')).toBe(meta('description'));
    descriptions.add(meta('description'));
  }
  expect(descriptions.size).toBe(2);
  expect(descriptions).not.toContain(undefined);
});

test('A window that opens the login page or the admin area gets no reference to it', async ({ request }) => {
  for (const [path, policy] of [
    ['/login', 'same-origin'],
    ['/admin', 'same-origin'],
    ['/admin/courses', 'same-origin'],
    ['/', undefined],
    ['/elemente', undefined],
  ] as const)
    expect((await read(request, path)).headers['cross-origin-opener-policy'], path).toBe(policy);
});

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
      const plain = await read(request, path);
      expect(plain.timing, path).toMatch(/^cache;desc=(hit|miss)$/);
      for (const other of others) {
        const { body, timing } = await read(request, other);
        expect([timing, body === plain.body], other).toEqual(['cache;desc=hit', true]);
      }
    }).toPass();
  }
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

const FOREIGN = [
  ...['//evil.example/', '///evil.example/', '/.//evil.example/', '/%2e//evil.example/', '/a/%2E%2e//evil.example/'],
  ...['/%2F/evil.example/', '/\\evil.example/', '/%5Cevil.example/', 'http://evil.example/', 'evil.example/'],
  ...['https://evil.example/workshops', 'http://a:b@host/'],
];

test('Reader never gets a page of a foreign host, nor is led to one', { tag: '@smoke' }, async ({
  request,
  baseURL,
}) => {
  const site = String(baseURL);
  for (const target of FOREIGN) expect((await rawRequest(site, target)).status, target).toBe(400);
  for (const path of ['/', '/workshops', '/robots.txt', '/sitemap.xml', '/rss.xml']) {
    const poisoned = await rawRequest(site, path, ['Host: evil.example', 'X-Forwarded-Host: evil.example']);
    expect([poisoned.status, poisoned.body.includes('evil.example')], path).toEqual([200, false]);
    expect((await read(request, path)).body, path).not.toContain('evil.example');
  }
  expect((await read(request, '/')).canonical).toBe(`${site}/`);
  for (const target of [...FOREIGN, '/a/..//evil.example/', '/@evil.example/', '/x//evil.example/']) {
    const { head } = await rawRequest(site, target);
    expect(/^location: *(.*)$/im.exec(head)?.[1] ?? '/', target).toMatch(/^\/(?![/\\])/);
  }
  for (const [path, location] of [
    ['/workshops/', '/workshops'],
    ['/workshops//?kategorie=a/', '/workshops?kategorie=a/'],
    ['/nirgends/', '/nirgends'],
    ['/readyz/', '/readyz'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([308, location]);
  }
});
