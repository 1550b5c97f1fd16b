import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { FIRST_REMOTES } from '../../shell/registry/addresses.ts';
import { oldestGeneration } from '../fixtures/given-suite.ts';
import { expect, test } from './fixtures.ts';
import { dataDirOfPlatform } from './running-platform.ts';
import { openAsStaff } from './sign-in.ts';

async function read(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  const [body, headers] = [await answer.text(), answer.headers()];
  const [head = ''] = body.split('</head>');
  const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1];
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1];
  return { status: answer.status(), body, opener: headers['cross-origin-opener-policy'], meta, canonical, title };
}

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
    ...['/post/%E4', '/gr%FCn', '/post/a%', '/assets/%E4.js', '/_pictures/%E4', '/post/%E4.md'],
  ];
  for (const path of [...unknown, ...impossible]) expect((await request.get(path)).status(), path).toBe(404);
  expect((await read(request, '/gr%FCn')).body).toBe((await read(request, '/nirgends')).body);
  expect((await request.post('/')).status()).toBe(405);
});

test('Visitor gets nothing of the staff pages but a true title, which no index and no opened window holds', {
  tag: '@smoke',
}, async ({ page, request }) => {
  for (const path of ['/admin', '/admin/courses', '/admin/posts/edit/1', '/admin/nirgends']) {
    const { title, meta, canonical, opener, body } = await read(request, path);
    const found = [title, meta('robots'), canonical, opener];
    expect(found, path).toEqual(['Admin · KI-Lernplattform', 'noindex', undefined, 'same-origin']);
    expect(body).not.toMatch(/Dashboard|Sign Out/);
  }
  expect((await read(request, '/login')).opener).toBe('same-origin');
  expect((await read(request, '/')).opener).toBeUndefined();
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

test('A published HTML file that is opened as a document runs nothing and reads no session', async ({
  page,
  baseURL,
}) => {
  await openAsStaff(page, '/admin');
  const { remotes } = await (await page.request.get('/platform.json')).json();
  const { version, entry } = remotes['mf-matrix'];
  const file = path.join(dataDirOfPlatform(), 'store', 'mf-matrix', version, 'web', 'opened.html');
  writeFileSync(
    file,
    '<title>opened</title><p>Text</p><script>document.title = "read " + localStorage.length</script>',
  );
  try {
    const response = await page.goto(new URL('opened.html', entry).href);
    expect(response?.headers()).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    await expect(page.getByText('Text')).toBeVisible();
    await expect(page).toHaveTitle('opened');
    expect(await page.evaluate(() => self.origin)).toBe('null');
    expect(new URL(page.url()).origin).not.toBe(baseURL);
  } finally {
    rmSync(file);
  }
});
