import type { Reader } from '@ki/shared/contract/reads.ts';
import { expect, test } from 'vitest';
import { resources } from '../server.ts';
import { type Feed, toRss } from './feeds.ts';

const feed: Feed = {
  title: 'Blog & mehr',
  description: 'Über KI',
  pageUrl: 'https://ki.example/',
  feedUrl: 'https://ki.example/rss.xml',
  updated: '2026-11-20T12:00:00Z',
  entries: [
    {
      url: 'https://ki.example/post/a?b=1&c="2"',
      id: 'urn:uuid:1',
      title: 'Ein <Titel>\u0000\u000b',
      author: '',
      category: 'Recht & "Ethik"',
      summary: 'Kurz',
      html: '<p>Voller Text ]]> \ud800</p>',
      published: '2026-11-19T08:00:00Z',
    },
  ],
};

test('a feed drops characters that XML forbids, escapes markup, and has dates in the format of RSS', () => {
  const xml = toRss(feed);
  expect(xml).toContain('<title>Blog &amp; mehr</title>');
  expect(xml).toContain('Ein &lt;Titel&gt;<');
  expect(xml).toContain('&lt;p&gt;Voller Text ]]&gt; &lt;/p&gt;');
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
  expect(xml).toContain('<pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate>');
  expect(xml, 'an entry without an author').not.toContain('<dc:creator>');
});

test.each([
  ['/atom.xml', {}, '/rss.xml'],
  ['/category/:slug/atom.xml', { slug: 'a/ü' }, '/category/a%2F%C3%BC/rss.xml'],
])('the former Atom feed at %s redirects', async (path, params, current) => {
  const request = new Request('https://ki.example/');
  const response = await resources.find((one) => one.path === path)?.respond({ reader: {} as Reader, request, params });
  expect([response?.status, response?.headers.get('location')]).toEqual([308, current]);
});
