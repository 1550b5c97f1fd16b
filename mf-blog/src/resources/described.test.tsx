import { reader } from '@ki/shared/data/clients.ts';
import { expect, test } from 'vitest';
import { readPost } from '../data/posts.ts';
import { resources } from '../server.ts';
import { givenCategory, givenPost } from '../testing/given.ts';

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
