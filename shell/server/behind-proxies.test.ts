import { beforeAll, expect, test } from 'vitest';
import type { ShellProcess } from './testing/shell-process.ts';
import { shellBackend, shellPlaces } from './testing/shells.ts';

const BUDGET = 100;
const { start, promote } = shellPlaces(shellBackend(), 'block');
let live: string;
let behindProxy: ShellProcess;
let alone: ShellProcess;
let overTls: ShellProcess;
beforeAll(async () => {
  // No asset server serves the remote: its pages fail quickly and are not cached.
  const { name, version } = await promote({ release: { query: { '/tiny': ['q'] } } });
  live = `${name}@${version}`;
  [behindProxy, alone, overTls] = await Promise.all([
    start({ TRUSTED_PROXIES: '127.0.0.1' }),
    start(),
    start({ SITE_URL: 'https://ki.example.org', AUTH_RATE_LIMIT: '0' }),
  ]);
});

test.each([
  ['over plain HTTP', () => alone, {}, null],
  ['when a proxy says TLS', () => behindProxy, { 'x-forwarded-proto': 'https' }, 'max-age=31536000'],
  ['when the site is known over TLS', () => overTls, {}, 'max-age=31536000'],
])('%s, Strict-Transport-Security is set or absent accordingly', async (_when, shell, headers, expected) => {
  for (const path of ['/login', '/healthz', '/robots.txt', '/nirgends']) {
    const answer = await fetch(shell().url + path, { headers });
    expect(answer.headers.get('strict-transport-security'), path).toBe(expected);
  }
});

test('fresh pages, data and feeds are limited for each client, with 429 for the one over the limit', async () => {
  const ask = (path: string, client: string) =>
    fetch(behindProxy.url + path, { headers: { 'x-forwarded-for': client, release: live } });
  for (let n = 0; n < BUDGET; n += 1) expect((await ask(`/tiny?q=${n}`, '203.0.113.9')).status).toBe(503);

  const refused = await ask('/tiny?q=more', '203.0.113.9');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^([1-9]|10)$/)]);
  expect(await refused.text()).toMatch(/<html lang="de">.*<h1>Zu viele Anfragen<\/h1>/);
  expect((await ask('/tiny?q=more', '1.2.3.4, 203.0.113.9')).status).toBe(429);

  for (const path of ['/tiny', '/_data/tiny', '/sitemap.xml']) {
    expect((await ask(path, '203.0.113.9')).status, path).toBe(429);
  }
  expect((await ask('/robots.txt', '203.0.113.8')).status).toBe(200);
  expect((await ask('/robots.txt', '203.0.113.9')).status).toBe(200);
  expect((await ask('/tiny?q=more', '203.0.113.8')).status).toBe(503);
});

test.each([
  ['without trusted proxies a forwarded address changes no limit', () => alone, 429],
  ['AUTH_RATE_LIMIT=0 lifts it', () => overTls, 503],
])('%s', async (_what, shell, expected) => {
  const search = async (client: string) =>
    (await fetch(`${shell().url}/tiny?q=${client}`, { headers: { 'x-forwarded-for': client } })).status;
  for (let n = 0; n < BUDGET; n += 1) await search(`203.0.113.${n}`);
  expect(await search('203.0.113.250')).toBe(expected);
});
