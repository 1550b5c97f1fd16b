import { expect, test, unique } from './editor.ts';

test.use({ javaScriptEnabled: false });

test('Reader can read the whole blog with scripts switched off', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^\d{1,2}\. \p{L}+$/u);
  await page
    .getByRole('link', { name: /^LESEN/ })
    // Parallel tests publish posts without a category at the top of home, and remove them.
    .nth(5)
    .click();
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.getByRole('article').first().getByRole('paragraph').nth(4)).toBeVisible();
  for (const name of ['Teilen', 'Link kopieren', 'Drucken'])
    await expect(page.getByRole('button', { name })).toBeHidden();
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/category\//);
  await expect(page.getByText(/^\d+ Beitr(ag|äge)$/)).toBeVisible();
});

test('Reader can follow a link to a section of a post with scripts switched off', async ({ page, givenPost }) => {
  const long = 'Ein Satz, der sich wiederholt. '.repeat(300);
  const { slug } = await givenPost({ content: `${long}\n\n## Ganz unten\n\n${long}` });
  await page.goto(`/post/${slug}`);
  const section = page.getByRole('heading', { name: 'Ganz unten' });
  await expect(section).not.toBeInViewport();
  await page.goto('/');
  await page.goto(`/post/${slug}#abschnitt-ganz-unten`);
  await expect(section).toBeInViewport();
});

test('Reader of a long post returns to the same position with scripts switched off', async ({ page, givenPost }) => {
  const { slug } = await givenPost({ content: 'Ein Satz, der sich wiederholt. '.repeat(1_500) });
  // The browser anchors the scroll position to content and may miss it by a few lines.
  const missedBy = () => page.evaluate(() => Math.abs(scrollY - 6_000));
  await page.goto(`/post/${slug}`, { waitUntil: 'networkidle' });
  await page.evaluate(() => scrollTo(0, 6_000));
  await expect.poll(missedBy).toBe(0);
  await page.reload({ waitUntil: 'networkidle' });
  await expect.poll(missedBy).toBeLessThan(200);
  await page.goto('/elemente', { waitUntil: 'networkidle' });
  await page.goBack({ waitUntil: 'networkidle' });
  await expect.poll(missedBy).toBeLessThan(200);
});

test('Reader can page through a long category with scripts switched off', async ({ page, editor }) => {
  const slug = unique('lang-');
  const { data: category } = await editor.from('categories').insert({ name: slug, slug }).select('id').single();
  const posts = Array.from({ length: 101 }, (_, index) => ({
    title: `Lang ${index}`,
    slug: `${slug}-${index}`,
    content: 'Text',
    category_id: category?.id,
    published_at: new Date(Date.UTC(2001, 0, 1, 0, index)).toISOString(),
  }));
  expect((await editor.from('posts').insert(posts)).error).toBeNull();
  try {
    await page.goto(`/category/${slug}`);
    await expect(page.getByText('101 Beiträge')).toBeVisible();
    await expect(page.getByRole('link', { name: /^LESEN/ })).toHaveCount(100);
    await page.getByRole('link', { name: 'Weitere Beiträge' }).click();
    await expect(page).toHaveURL(/\?seite=2$/);
    await expect(page.getByRole('link', { name: /^LESEN/ })).toHaveCount(1);
    expect((await page.request.get(`/category/${slug}?seite=3`)).status()).toBe(404);
  } finally {
    await editor.from('posts').delete().eq('category_id', category?.id);
    await editor.from('categories').delete().eq('id', category?.id);
  }
});

test('Reader can search with scripts switched off', { tag: '@smoke' }, async ({ page, givenPost }) => {
  const word = unique('suchwort');
  const { title } = await givenPost({ content: `Hier steht ${word} im Text.` });
  await page.goto('/suche');
  await page.getByRole('searchbox', { name: 'Suchbegriff' }).fill(word);
  await page.getByRole('button', { name: 'Suchen' }).click();
  await expect(page).toHaveURL(new RegExp(`/suche\\?suche=${word}$`));
  await expect(page.getByText('1 Treffer')).toBeVisible();
  await expect(page.locator('mark')).toHaveText(word);
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
