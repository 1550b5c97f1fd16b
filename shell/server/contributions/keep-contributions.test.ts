import { beforeEach, expect, test } from 'vitest';
import type { Release } from '../../registry/schema.ts';
import { by, release } from '../../registry/testing/release.ts';
import { readConfig } from '../config.ts';
import { createLineups, type Lineup } from '../lineup/lineup.ts';
import { toldContent } from '../pages/keep/testing/told-content.ts';
import { limitRenders, limitsFor } from '../pages/limit-renders.ts';
import { textAnswer, unavailable, xmlAnswer } from './answers.ts';
import type { MadeContribution } from './contributions.ts';
import { keepContributions } from './keep-contributions.ts';

const config = readConfig({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_PUBLISHABLE_KEY: 'key' });
const BLOG = { ...release('mf-blog', '1', '/post/:slug'), resources: ['/rss.xml', '/category/:slug/rss.xml'] };
const ADMIN = { ...release('mf-admin', '1', '/admin/*'), staffOnly: true };

function lineupOf(...releases: readonly Release[]): Lineup {
  const remotes = Object.fromEntries(
    releases.map((live, index) => [live.name, { slot: index + 1, live, previous: [], history: [], ...by }]),
  );
  return createLineups({ schema: 1, retired: {}, remotes }, config).usual;
}

let told: ReturnType<typeof toldContent>;
let asked: string[];
let answers: Record<string, () => MadeContribution['answer']>;
let kept: ReturnType<typeof keepContributions>;
beforeEach(() => {
  told = toldContent();
  asked = [];
  answers = {};
  const contribute = async ({ pathname }: URL) => {
    asked.push(pathname);
    return { answer: answers[pathname]?.() ?? ('none' as const), reads: ['posts'] as const };
  };
  kept = keepContributions({
    contribute,
    content: told.content,
    limited: limitRenders(limitsFor(1)),
    siteUrl: 'http://site',
  });
});

const statusAt = async (path: string, lineup: Lineup) => (await kept(new URL(path, 'http://site'), lineup))?.status;

test('nobody is asked about an address where no remote answers', async () => {
  const lineup = lineupOf(BLOG, ADMIN);
  for (const path of ['/login', '/nirgends', '/rss.xml/x', '/Robots.txt', '/sitemap-0.xml', '/sitemap-01.xml']) {
    expect(await statusAt(path, lineup), path).toBeUndefined();
  }
  expect(asked).toEqual([]);
});

test('an answer is made once, however its address is spelled', async () => {
  const lineup = lineupOf(BLOG);
  answers = { '/rss.xml': () => xmlAnswer('<rss/>'), '/category/a/rss.xml': () => xmlAnswer('<rss/>') };
  for (const path of [
    '/rss.xml',
    '/RSS.xml',
    '/%72ss.xml',
    '/rss.xml?x=1',
    '/Category/a/rss.xml',
    '/category/%61/rss.xml',
  ]) {
    expect(await statusAt(path, lineup), path).toBe(200);
  }
  expect(asked).toEqual(['/rss.xml', '/category/a/rss.xml']);
});

test('a remote from before declarations is asked once, and not again while all could be asked', async () => {
  const lineup = lineupOf(BLOG, release('mf-old', '1', '/old'));
  answers = { '/old.txt': () => textAnswer('old'), '/perhaps.txt': () => 'unknown' };
  for (const path of ['/old.txt', '/none.txt', '/perhaps.txt', '/old.txt', '/none.txt', '/perhaps.txt']) {
    expect(await statusAt(path, lineup), path).toBe(path === '/old.txt' ? 200 : undefined);
  }
  expect(asked).toEqual(['/old.txt', '/none.txt', '/perhaps.txt', '/perhaps.txt']);
});

test('a feed is made anew when what it shows changes, and for nothing else', async () => {
  const lineup = lineupOf(BLOG);
  answers = { '/rss.xml': () => xmlAnswer('<rss/>') };
  await statusAt('/rss.xml', lineup);
  told.change({ workshops: '2', ads: '2' });
  await statusAt('/rss.xml', lineup);
  expect(asked).toEqual(['/rss.xml']);
  told.change({ posts: '2' });
  await statusAt('/rss.xml', lineup);
  expect(asked).toEqual(['/rss.xml', '/rss.xml']);
});

test('an answer without content is kept', async () => {
  const lineup = lineupOf(BLOG);
  answers = { '/rss.xml': () => new Response('', { status: 404 }) };
  expect([await statusAt('/rss.xml', lineup), await statusAt('/rss.xml', lineup)]).toEqual([404, 404]);
  expect(asked).toEqual(['/rss.xml']);
});

test('only parts that the sitemap names are made', async () => {
  const lineup = lineupOf(BLOG);
  const index = '<sitemapindex><sitemap><loc>http://site/sitemap-2.xml</loc></sitemap></sitemapindex>';
  answers = { '/sitemap.xml': () => xmlAnswer(index), '/sitemap-2.xml': () => xmlAnswer('<urlset/>') };
  for (let part = 3; part < 50; part += 1) expect(await statusAt(`/sitemap-${part}.xml`, lineup)).toBeUndefined();
  expect(asked).toEqual(['/sitemap.xml']);
  expect(await statusAt('/sitemap-2.xml', lineup)).toBe(200);
});

test('no part of a sitemap is called missing while there is no sitemap', async () => {
  answers = { '/sitemap.xml': unavailable };
  expect(await statusAt('/sitemap-2.xml', lineupOf(BLOG))).toBe(503);
});
