import { expect, test } from '@playwright/test';
import { FIRST_REMOTES } from '../../shell/registry/schema.ts';
import { oldestGeneration } from '../fixtures/given-suite.ts';

test('Operator sees that the shell serves', async ({ request }) => {
  const response = await request.get('/healthz');
  expect(response.status()).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok' });
});

test('Operator sees that everything answers', { tag: '@smoke' }, async ({ request }) => {
  const readiness = async () => {
    const response = await request.get('/readyz');
    return { ...(await response.json()), code: response.status() };
  };
  // A probe on a busy machine may take longer than its time limit.
  await expect.poll(readiness).toMatchObject({ code: 200, failing: [] });
});

test('Outsider reads the live registry', { tag: '@smoke' }, async ({ request }) => {
  const platform = await (await request.get('/platform.json')).json();
  // The top level describes the oldest generation that is served.
  expect(platform).toMatchObject({
    contract: oldestGeneration(),
    supabase: { url: expect.any(String), key: expect.any(String) },
  });
  expect(Object.keys(platform.remotes).sort()).toEqual([...FIRST_REMOTES].sort());
  for (const { version, manifest, routes } of Object.values<Record<string, unknown>>(platform.remotes)) {
    expect(version).toEqual(expect.any(String));
    expect(routes).toEqual(expect.arrayContaining([expect.stringMatching(/^\//)]));
    expect((await request.get(String(manifest))).status()).toBe(200);
  }
});

test('Each remote is served from an origin of its own', async ({ request }) => {
  const { remotes } = await (await request.get('/platform.json')).json();
  const origins = Object.values<{ entry: string }>(remotes).map(({ entry }) => new URL(entry).origin);
  expect(new Set(origins).size).toBe(origins.length);
});

test('Reader gets 404 for what does not exist', { tag: '@smoke' }, async ({ request }) => {
  const unknown = ['/nirgends', '/post/gibt-es-nicht', '/a/b/c', '/assets/js/weg.js'];
  const impossible = [
    '/post/%00',
    '/category/a%00b',
    '/courses/%00',
    '/workshops?workshop=%00',
    '/course-matrix?workshop=a',
    '/workshops/%00',
    '/workshops/a.md',
    '/course-matrix/a',
    '/courses/a/lessons/b.md',
    '/workshops/a/vorschau.png',
  ];
  for (const path of [...unknown, ...impossible]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
});

test('Reader of a missing page gets a message and a link home', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/nirgends');
  await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL('/');
});

test('A window that opens the login page or the admin area gets no reference to it', async ({ request }) => {
  for (const path of ['/login', '/admin', '/admin/courses']) {
    expect((await request.get(path)).headers()['cross-origin-opener-policy'], path).toBe('same-origin');
  }
  for (const path of ['/', '/elemente']) {
    expect((await request.get(path)).headers()['cross-origin-opener-policy'], path).toBeUndefined();
  }
});

test('Only reading is allowed on pages', { tag: '@smoke' }, async ({ request }) => {
  expect((await request.post('/')).status()).toBe(405);
});
