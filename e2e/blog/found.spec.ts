import { expect, test } from './editor.ts';

const HEAD = ['description', 'og:title', 'og:description', 'og:url', 'og:type', 'og:site_name', 'twitter:card'];

test('A search engine and a messenger find on every page a head of its own, and of a post structured data and a picture', {
  tag: ['@smoke', '@crossing'],
}, async ({ page, request, editor, givenPost }) => {
  const title = 'Ein „Titel“ mit Umlauten äöü & Zeichen <>';
  const hostile = { title, content: '</script><script>alert(1)</script>', comment_count: 2 };
  const posts = [await givenPost({ content: 'Eins' }), await givenPost(hostile)];
  const { data: category } = await editor.from('categories').select('slug').limit(1).single();
  const seen = new Map<string, Set<string>>();
  const paths = ['/', `/category/${category?.slug}`, ...posts.map(({ slug }) => `/post/${slug}`)];
  for (const path of paths) {
    await page.goto(path);
    for (const name of HEAD) {
      await expect(page.locator(`meta[name="${name}"], meta[property="${name}"]`), `${path} ${name}`).toHaveCount(1);
    }
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    const description = await page.locator('meta[name=description]').getAttribute('content');
    for (const [what, value] of Object.entries({ title: await page.title(), description, canonical })) {
      seen.set(what, (seen.get(what) ?? new Set()).add(String(value)));
    }
  }
  for (const [what, values] of seen) expect(values.size, what).toBe(paths.length);

  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [posting, crumbs] = texts.map((text) => JSON.parse(text));
  const author = { name: 'Ada Test' };
  expect(posting).toMatchObject({ '@type': 'BlogPosting', headline: title, author, commentCount: 2 });
  expect(posting.datePublished).toMatch(/^2001-02-03T10:00/);
  expect(crumbs.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['Startseite', title]);

  const address = await page.locator('meta[property="og:image"]').getAttribute('content');
  const response = await request.get(String(address));
  expect(response.headers()['content-type']).toBe('image/png');
  const png = await response.body();
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('A feed reader gets full text, for the site and for a category, with pictures of other hosts as written', {
  tag: '@crossing',
}, async ({ request, editor, givenPost }) => {
  const { data: category } = await editor.from('categories').select('id, slug').limit(1).single();
  const { slug } = await givenPost({
    content: 'Voller *Text* mit <b>Zeichen</b>\n\n![Bild](http://127.0.0.1/other-host/c.png)',
    category_id: category?.id,
    published_at: new Date().toISOString(),
  });
  for (const path of ['/rss.xml', `/category/${category?.slug}/rss.xml`]) {
    const response = await request.get(path);
    expect(response.headers()['content-type']).toMatch(/^application\/rss\+xml/);
    // Parallel tests publish posts, too.
    const item = (await response.text()).split('<item>').find((one) => one.includes(slug));
    expect(item, path).toContain(
      '&lt;p&gt;Voller &lt;em&gt;Text&lt;/em&gt; mit &amp;lt;b&amp;gt;Zeichen&amp;lt;/b&amp;gt;',
    );
    expect(item, path).toMatch(/src=(?:"|&quot;)http:\/\/127\.0\.0\.1\/other-host\/c\.png/);
  }
});
