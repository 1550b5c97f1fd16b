import { expect, test } from 'vitest';
import { toAtom } from './atom.ts';
import type { Feed } from './feed.ts';
import { toRss } from './rss.ts';

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
      updated: '2026-11-20T12:00:00Z',
    },
  ],
};

test.each([
  ['RSS', toRss(feed)],
  ['Atom', toAtom(feed)],
])('%s holds only characters that XML knows, and escapes its own', (_, xml) => {
  expect(xml).toContain('<title>Blog &amp; mehr</title>');
  expect(xml).toContain('Ein &lt;Titel&gt;<');
  expect(xml).toContain('&lt;p&gt;Voller Text ]]&gt; &lt;/p&gt;');
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/);
});

test('dates are written as each format wants them', () => {
  expect(toRss(feed)).toContain('<pubDate>Thu, 19 Nov 2026 08:00:00 GMT</pubDate>');
  expect(toAtom(feed)).toContain('<published>2026-11-19T08:00:00Z</published>');
});

test('an entry without an author names none', () => {
  expect(toRss(feed)).not.toContain('<dc:creator>');
  expect(toAtom(feed).match(/<author>/g)).toHaveLength(1);
});
