import { expect, test } from '@playwright/test';
import { rawRequest } from './raw-request.ts';

const FOREIGN = [
  '//evil.example/',
  '///evil.example/',
  '/.//evil.example/',
  '/%2e//evil.example/',
  '/a/%2E%2e//evil.example/',
  '/%2F/evil.example/',
  '/\\evil.example/',
  '/%5Cevil.example/',
  'http://evil.example/',
  'https://evil.example/workshops',
  'http://a:b@host/',
  'evil.example/',
];

test('Reader never gets a page that was requested with a foreign host', { tag: '@smoke' }, async ({
  request,
  baseURL: site,
}) => {
  for (const target of FOREIGN) expect((await rawRequest(String(site), target)).status, target).toBe(400);

  for (const path of ['/', '/workshops', '/robots.txt', '/sitemap.xml', '/rss.xml']) {
    const poisoned = await rawRequest(String(site), path, ['Host: evil.example', 'X-Forwarded-Host: evil.example']);
    expect([poisoned.status, poisoned.body.includes('evil.example')], path).toEqual([200, false]);
    expect(await (await request.get(path)).text(), path).not.toContain('evil.example');
  }
  expect(await (await request.get('/')).text()).toContain(`<link rel="canonical" href="${site}/"`);
});

test('Reader is led from a trailing slash to the address without it, with the query, and never elsewhere', {
  tag: '@smoke',
}, async ({ request, baseURL: site }) => {
  for (const [path, location] of [
    ['/workshops/', '/workshops'],
    ['/workshops//?kategorie=a/', '/workshops?kategorie=a/'],
    ['/nirgends/', '/nirgends'],
    ['/readyz/', '/readyz'],
  ] as const) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], path).toEqual([308, location]);
  }
  for (const target of [...FOREIGN, '/a/..//evil.example/', '/@evil.example/', '/x//evil.example/']) {
    const { head } = await rawRequest(String(site), target);
    expect(/^location: *(.*)$/im.exec(head)?.[1] ?? '/', target).toMatch(/^\/(?![/\\])/);
  }
});
