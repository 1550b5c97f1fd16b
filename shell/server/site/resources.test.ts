import { beforeEach, expect, test } from 'vitest';
import { release } from '../../registry/testing/release.ts';
import { limitRenders, limitsFor } from '../render/limit.ts';
import { textResponse, unavailable, xmlResponse } from '../render/resource-responses.ts';
import type { Targets } from '../resolve/target.ts';
import { changingContent } from '../tags/testing/changing-content.ts';
import { releaseSetOf, targetsOf } from '../testing/releases.ts';
import type { ReleaseSet } from '../types.ts';
import { createResourceService, type RenderedResource } from './resources.ts';

const BLOG = { ...release('mf-blog', '1', '/post/:slug'), resources: ['/rss.xml', '/category/:slug/rss.xml'] };
const ADMIN = { ...release('mf-admin', '1', '/admin/*'), staffOnly: true };

let content: ReturnType<typeof changingContent>;
let asked: string[];
let found: Record<string, () => RenderedResource['found']>;
let respond: ReturnType<typeof createResourceService>;
let findTarget: Targets['find'];
beforeEach(() => {
  content = changingContent();
  asked = [];
  found = {};
  findTarget = targetsOf().find;
  const render = async ({ pathname }: { pathname: string }) => {
    asked.push(pathname);
    return { found: found[pathname]?.() ?? ('none' as const), dependencies: ['posts'] as const };
  };
  respond = createResourceService({
    render,
    tagVersions: content.tagVersions,
    limited: limitRenders(limitsFor(1)),
  });
});

const httpRequestOf = (path: string) => ({
  method: 'GET',
  url: new URL(path, 'http://site'),
  address: '203.0.113.9',
  client: '203.0.113.9',
  headers: new Headers(),
  body: null,
});

async function statusAt(path: string, releaseSet: ReleaseSet): Promise<number | undefined> {
  const target = findTarget(new URL(path, 'http://site'), releaseSet);
  return target.kind === 'resource' ? (await respond(target, content.now(), httpRequestOf(path)))?.status : undefined;
}

test('an address that no remote declares renders nothing', async () => {
  const releaseSet = releaseSetOf(BLOG, ADMIN);
  for (const path of ['/login', '/nirgends', '/rss.xml/x', '/Robots.txt', '/sitemap-0.xml', '/sitemap-01.xml']) {
    expect(await statusAt(path, releaseSet), path).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

test('all spellings of an address share one rendering', async () => {
  const releaseSet = releaseSetOf(BLOG);
  found = { '/rss.xml': () => xmlResponse('<rss/>'), '/category/a/rss.xml': () => xmlResponse('<rss/>') };
  const [rss, category] = [
    ['/rss.xml', '/RSS.xml', '/%72ss.xml', '/rss.xml?x=1'],
    ['/Category/a/rss.xml', '/category/%61/rss.xml'],
  ];
  for (const path of [...rss, ...category]) {
    expect(await statusAt(path, releaseSet), path).toBe(200);
  }
  expect(asked).toEqual(['/rss.xml', '/category/a/rss.xml']);
});

test('a release without declared resources is asked once for each address, again only after a failure', async () => {
  const releaseSet = releaseSetOf(BLOG, release('mf-old', '1', '/old'));
  found = { '/old.txt': () => textResponse('old'), '/perhaps.txt': () => 'unknown' };
  for (const path of ['/old.txt', '/none.txt', '/perhaps.txt', '/old.txt', '/none.txt', '/perhaps.txt']) {
    expect(await statusAt(path, releaseSet), path).toBe(path === '/old.txt' ? 200 : undefined);
  }
  expect(asked).toEqual(['/old.txt', '/none.txt', '/perhaps.txt', '/perhaps.txt']);
});

test('a feed is rendered again only after a change of a tag that it depends on, also one without content', async () => {
  const releaseSet = releaseSetOf(BLOG);
  found = { '/rss.xml': () => new Response('', { status: 404 }) };
  expect([await statusAt('/rss.xml', releaseSet), await statusAt('/rss.xml', releaseSet)]).toEqual([404, 404]);
  content.change({ workshops: '2', ads: '2' });
  await statusAt('/rss.xml', releaseSet);
  expect(asked).toEqual(['/rss.xml']);
  content.change({ posts: '2' });
  await statusAt('/rss.xml', releaseSet);
  expect(asked).toEqual(['/rss.xml', '/rss.xml']);
});

test('only parts that the sitemap names are rendered', async () => {
  const releaseSet = releaseSetOf(BLOG);
  const index = '<sitemapindex><sitemap><loc>http://site/sitemap-2.xml</loc></sitemap></sitemapindex>';
  found = { '/sitemap.xml': () => xmlResponse(index), '/sitemap-2.xml': () => xmlResponse('<urlset/>') };
  for (let part = 3; part < 50; part += 1) expect(await statusAt(`/sitemap-${part}.xml`, releaseSet)).toBeUndefined();
  expect(asked).toEqual(['/sitemap.xml']);
  expect(await statusAt('/sitemap-2.xml', releaseSet)).toBe(200);
});

test('parts of a sitemap respond with 503 while the sitemap fails', async () => {
  found = { '/sitemap.xml': unavailable };
  expect(await statusAt('/sitemap-2.xml', releaseSetOf(BLOG))).toBe(503);
});
