import { type APIRequestContext, expect, test } from '@playwright/test';
import { hydrate } from './hydrate.ts';
import { otherHosts } from './other-hosts.ts';

/** Public pages that no sitemap lists. */
const UNLISTED = ['/suche?suche=KI', '/login', '/nirgends'];

async function addressesIn(request: APIRequestContext, sitemap: string): Promise<string[]> {
  const xml = await (await request.get(sitemap)).text();
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
    return pathname + search;
  });
  if (!xml.includes('<sitemapindex')) return paths;
  return (await Promise.all(paths.map((part) => addressesIn(request, part)))).flat();
}

/** One address of each kind. */
const KINDS = [
  /^\/$/,
  /^\/post\//,
  /^\/category\//,
  /^\/workshops/,
  /^\/courses\/[^/]+$/,
  /\/lessons\//,
  /^\/course-matrix/,
];

/** Runs in a page: scrolls through it, so that lazy pictures and frames load, and returns hosts that links prepare for. */
async function scrollThrough(): Promise<string[]> {
  for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
    scrollTo(0, at);
    await new Promise(requestAnimationFrame);
  }
  const links = document.querySelectorAll<HTMLLinkElement>(
    'link:is([rel~=preconnect], [rel~=dns-prefetch], [rel~=preload], [rel~=prefetch])',
  );
  return [...links].map(({ href }) => new URL(href).hostname).filter((host) => host !== location.hostname);
}

test('A visit of all public pages asks no other host for anything', async ({ page, request }) => {
  test.setTimeout(900_000);
  const paths = [...new Set([...(await addressesIn(request, '/sitemap.xml')), ...UNLISTED])];
  for (const kind of KINDS) expect(paths).toContainEqual(expect.stringMatching(kind));
  const asked = otherHosts(page);
  for (const path of paths) {
    await page.goto(path);
    await hydrate(page);
    expect([...(await page.evaluate(scrollThrough)), ...asked], path).toEqual([]);
  }
});
