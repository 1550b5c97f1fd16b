import { hydrate } from '../platform/hydrate.ts';
import { expect, test, unique } from './editor.ts';

/** Keywords that only the highlighter's grammar of a language contains. */
const WORD_OF = { python: 'nonlocal', sql: 'tablesample', java: 'strictfp' };

const CODE = '## Code\n\n```python\nx = 1\n```\n\n## Zwei\n\n## Drei\n\n## Vier';

test('Reader can go from home to a post and on to its category', { tag: ['@smoke', '@crossing'] }, async ({ page }) => {
  const category = page.getByRole('main').getByRole('link').first();
  // Parallel tests publish posts without a category at the top of home, and remove them.
  await expect(async () => {
    await page.goto('/');
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await page.getByRole('link', { name: 'Read more' }).click();
    await expect(page).toHaveURL(/\/post\//);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(category).toHaveAttribute('href', /^\/category\//);
  }).toPass();
  const name = (await category.textContent()) ?? '';
  await category.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${name}`));
});

test('Reader sees the ad that the server chose', { tag: '@smoke' }, async ({ page }) => {
  const response = await page.goto('/');
  const sent = await response?.text();
  const ad = page.getByRole('region', { name: 'Angebot' });
  const words = await ad.getByRole('paragraph').allTextContents();
  await page
    .getByRole('button', { name: 'Suche' })
    .or(page.getByRole('link', { name: 'Suche' }))
    .first()
    .hover();
  expect(await ad.getByRole('paragraph').allTextContents()).toEqual(words);
  for (const text of words) expect(sent).toContain(text.replaceAll('&', '&amp;'));
});

test('Reader gets an article without the code that renders Markdown', async ({ page, givenPost }) => {
  const { slug } = await givenPost({ content: CODE });
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto(`/post/${slug}`);
  await hydrate(page);
  await expect(page.locator('.hljs-number')).toHaveText('1');
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((url) => url.includes('blog-article'))).toEqual([]);
});

test('Reader who navigates to an article without the shell loads only the highlighter of its languages', async ({
  page,
  givenPost,
}) => {
  const other = await givenPost({ content: CODE });
  const { slug } = await givenPost({ content: `[dorthin](/post/${other.slug})` });
  await page.goto(`/post/${slug}`);
  await hydrate(page);
  const scripts: Promise<string>[] = [];
  page.on('response', (answer) => answer.request().resourceType() === 'script' && scripts.push(answer.text()));
  await page.route('**/_data/**', (route) => route.abort());
  await page.getByRole('link', { name: 'dorthin' }).click();
  await expect(page.locator('.hljs-number')).toHaveText('1');
  const code = (await Promise.all(scripts)).join();
  expect(code).toContain(WORD_OF.python);
  expect(code).not.toContain(WORD_OF.sql);
  expect(code).not.toContain(WORD_OF.java);
});

test('Reader can copy code and the link of a post', { tag: '@smoke' }, async ({ page, context, givenPost }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { slug } = await givenPost({ content: CODE });
  await page.goto(`/post/${slug}?utm_source=x`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Code kopieren' }).click();
  await expect(page.getByText('Code kopiert')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('x = 1\n');
  await page.getByRole('button', { name: 'Link kopieren' }).click();
  await expect(page.getByText('Link kopiert')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^http://[^/]+/post/${slug}$`));
});

test('Reader can share a post by mail or link where the system has no share sheet', async ({ page, givenPost }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  const { slug } = await givenPost();
  await page.goto(`/post/${slug}`);
  await page.getByRole('button', { name: 'Teilen' }).press('Enter');
  const menu = page.getByRole('group', { name: 'Teilen', exact: true });
  await expect(menu.getByRole('button', { name: 'Per E-Mail senden' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Link in die Zwischenablage' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Teilen' })).toBeFocused();
});

test("Reader can share a post by the system's share sheet", async ({ page, givenPost }) => {
  await page.addInitScript(() => {
    const share = async (data: unknown) => void Object.assign(window, { shared: data });
    Object.defineProperty(navigator, 'share', { value: share });
  });
  const { slug, title } = await givenPost();
  await page.goto(`/post/${slug}`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Teilen' }).click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared'))).toMatchObject({ title });
  await expect(page.getByRole('group', { name: 'Teilen', exact: true })).toBeHidden();
});

test('Reader can jump to a section of a long article', { tag: '@smoke' }, async ({ page, givenPost }) => {
  const long = 'Absatz.\n\n'.repeat(40);
  const { slug } = await givenPost({ content: `## A\n\n${long}## B\n\n${long}## C\n\n${long}## Für wen?\n\n${long}` });
  await page.goto(`/post/${slug}`);
  await page.getByRole('navigation', { name: 'Inhalt' }).getByRole('link', { name: 'Für wen?' }).click();
  await expect(page).toHaveURL(/#abschnitt-fuer-wen$/);
  await expect(page.getByRole('heading', { name: 'Für wen?' })).toBeInViewport();
});

test('Reader can follow a link in an article without a new document', async ({ page, givenPost }) => {
  const other = await givenPost({ content: `Ziel ${unique('wort')}` });
  const { slug } = await givenPost({ content: `[dorthin](/post/${other.slug})` });
  await page.goto(`/post/${slug}`);
  await hydrate(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'dorthin' }).click();
  await expect(page.getByRole('heading', { level: 1, name: other.title })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('Reader prints the article and nothing else', async ({ page, givenPost }) => {
  const { slug } = await givenPost({ content: `${CODE}\n\n[weg](https://example.org/)` });
  await page.goto(`/post/${slug}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('x = 1')).toBeVisible();
  for (const name of ['Teilen', 'Drucken', '0 Likes']) await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Angebot' })).toHaveCount(0);
  const after = await page
    .getByRole('link', { name: 'weg' })
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(after).toContain('https://example.org/');
});
