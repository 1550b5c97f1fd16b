import { signIn } from '../platform/sign-in.ts';
import { expect, test, unique } from './editor.ts';

const LISTS = ['/', '/rss.xml', '/sitemap.xml'];

test('Nobody, staff included, sees a draft or a post with a future date in public', async ({
  page,
  request,
  editor,
  givenPost,
}) => {
  const word = unique('verborgen');
  const { data: category } = await editor.from('categories').select('id, slug').limit(1).single();
  const hidden = { title: word, content: word, category_id: category?.id };
  const draft = await givenPost({ ...hidden, published_at: null });
  const later = await givenPost({ ...hidden, published_at: '2999-01-01T00:00:00Z' });
  const lists = [...LISTS, `/category/${category?.slug}`, `/category/${category?.slug}/rss.xml`];
  for (const { slug } of [draft, later]) {
    for (const path of lists) expect(await (await request.get(path)).text(), path).not.toContain(slug);
    for (const path of [`/post/${slug}`, `/post/${slug}/vorschau.png`])
      expect((await request.get(path)).status(), path).toBe(404);
  }

  await signIn(page);
  await expect(page.getByText(word)).toHaveCount(2);
  for (const { slug } of [draft, later]) {
    expect((await page.goto(`/post/${slug}`))?.status()).toBe(404);
    await expect(page.getByText('Post not found')).toBeVisible();
  }
  await page.goto(`/suche?suche=${word}`);
  await expect(page.getByText(`Keine Treffer für „${word}“.`)).toBeVisible();
  await page.getByRole('link', { name: 'HOME', exact: true }).first().click();
  await expect(page.getByRole('link', { name: /^LESEN/ }).first()).toBeVisible();
  await expect(page.getByText(word)).toHaveCount(0);
});

test('A scheduled post appears by itself when its time comes', { tag: '@smoke' }, async ({ request, givenPost }) => {
  const soon = Date.now() + 10_000;
  const { slug } = await givenPost({ published_at: new Date(soon).toISOString() });
  expect(await (await request.get('/')).text()).not.toContain(slug);
  expect((await request.get(`/post/${slug}`)).status()).toBe(404);
  expect(Date.now()).toBeLessThan(soon);
  await expect.poll(async () => (await request.get(`/post/${slug}`)).status(), { timeout: 30_000 }).toBe(200);
  for (const path of LISTS) expect(await (await request.get(path)).text(), path).toContain(slug);
});
