import type { Reader } from '@ki/shared/contract/reads.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { given, serviceClient, unique } from '@ki/shared/testing/given.ts';
import { expect, test } from 'vitest';
import { readPost } from '../data/posts.ts';
import { PAGE_PREVIEW, PREVIEW } from '../model/addresses.ts';
import { resources } from '../server.ts';
import { givenCategory, givenPost } from '../testing/given.ts';
import { type Feed, toRss } from './feeds.ts';

test('A post without an excerpt is described by its words without markup, in its head and in a feed', async () => {
  const { id, slug: category } = await givenCategory();
  const { slug } = await givenPost({
    category_id: id,
    excerpt: null,
    content:
      'Die *Studie* des [Bundesamts][1] nennt ![Zahlen][b]<!-- intern --> und Lehrer*innen.\n\n[1]: https://a.example\n[b]: https://b.example/b.png',
  });
  const words = 'Die Studie des Bundesamts nennt Zahlen und Lehrer*innen.';
  const open = await reader();
  expect((await readPost(open, slug)).description).toBe(words);
  const feed = await resources
    .find(({ path }) => path === '/category/:slug/rss.xml')
    ?.respond({ reader: open, request: new Request('https://ki.example/'), params: { slug: category } });
  expect(await feed?.text()).toContain(`<description>${words}</description>`);
});

test('The preview image of a post is revalidated by every cache, and ends with the publication', async () => {
  const { slug } = await givenPost();
  const resource = resources.find(({ path }) => path === PREVIEW.pattern);
  const preview = async () =>
    resource?.respond({ reader: await reader(), request: new Request('https://site.example/x'), params: { slug } });
  const shown = await preview();
  expect([shown?.status, shown?.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  await serviceClient().from('posts').update({ published_at: null }).eq('slug', slug).throwOnError();
  expect((await preview())?.status).toBe(404);
});

test('The preview image of a page leads on from the former slug, and is gone with the page', async () => {
  const slug = unique('seite-');
  const published_at = '2001-02-03T10:00:00Z';
  const { id } = await given('pages', { title: 'Über uns', slug, content: 'Text', published_at });
  const resource = resources.find(({ path }) => path === PAGE_PREVIEW.pattern);
  const at = async (of: string) => {
    const request = new Request('https://site.example/x');
    const response = await resource?.respond({ reader: await reader(), request, params: { slug: of } });
    return [response?.status, response?.headers.get('location')];
  };
  expect(await at(`${slug}-neu`)).toEqual([404, null]);
  await serviceClient()
    .from('pages')
    .update({ slug: `${slug}-neu` })
    .eq('id', id)
    .throwOnError();
  expect([await at(slug), await at(`${slug}-neu`)]).toEqual([
    [308, `/vorschau/${slug}-neu/seite.png`],
    [200, null],
  ]);
  await serviceClient().from('pages').delete().eq('id', id).throwOnError();
  expect(await at(slug)).toEqual([410, null]);
});

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
