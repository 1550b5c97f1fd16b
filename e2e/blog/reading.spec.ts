import { expectAccessible } from '../accessibility.ts';
import { hydrate } from '../platform/hydrate.ts';
import { expect, test } from './editor.ts';

const CODE = '## Code\n\n```python\nx = 1\n```\n\n## Zwei\n\n## Drei\n\n## Vier';
const LONG = 'Ein Satz, der sich wiederholt. '.repeat(300);
const EVERYTHING = `${CODE}\n\n> Zitat\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] ja\n\n![Bild](/favicon.svg) [weg](https://example.org/)\n\n${LONG}\n\n## Für wen?\n\n${LONG}`;

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

test('Reader loads no code that renders Markdown with a document, and only the highlighter of its languages without the shell', async ({
  page,
  givenPost,
}) => {
  const other = await givenPost({ content: CODE });
  const { slug } = await givenPost({ content: `[dorthin](/post/${other.slug})` });
  const scripts: { readonly url: string; readonly code: Promise<string> }[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push({ url: answer.url(), code: answer.text() });
  });
  await page.goto(`/post/${other.slug}`);
  await hydrate(page);
  await expect(page.locator('.hljs-number')).toHaveText('1');
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter(({ url }) => url.includes('blog-article'))).toEqual([]);

  await page.goto(`/post/${slug}`);
  await hydrate(page);
  scripts.length = 0;
  await page.route('**/_data/**', (route) => route.abort());
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('link', { name: 'dorthin' }).click();
  await expect(page.locator('.hljs-number')).toHaveText('1');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  const code = (await Promise.all(scripts.map((script) => script.code))).join();
  // Keywords that only the highlighter's grammars of Python and SQL contain.
  expect(code).toContain('nonlocal');
  expect(code).not.toContain('tablesample');
});

test('Reader of a long post can copy code and its link, share it, and jump to a section', { tag: '@smoke' }, async ({
  page,
  context,
  givenPost,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }));
  const { slug, title } = await givenPost({ content: EVERYTHING, excerpt: 'Anriss' });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto(`/post/${slug}?utm_source=x`, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Code kopieren' }).click();
  await expect.poll(copied).toBe('x = 1\n');
  await page.getByRole('button', { name: 'Link kopieren' }).click();
  await expect.poll(copied).toMatch(new RegExp(`^http://[^/]+/post/${slug}$`));
  const share = page.getByRole('button', { name: 'Teilen' });
  const menu = page.getByRole('group', { name: 'Teilen', exact: true });
  await share.press('Enter');
  await expect(menu.getByRole('button', { name: 'Per E-Mail senden' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(share).toBeFocused();
  await page.evaluate(() => {
    const value = async (data: unknown) => void Object.assign(window, { shared: data });
    Object.defineProperty(navigator, 'share', { value });
  });
  await share.click();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'shared'))).toMatchObject({ title });

  await page.getByRole('navigation', { name: 'Inhalt' }).getByRole('link', { name: 'Für wen?' }).click();
  await expect(page).toHaveURL(/#abschnitt-fuer-wen$/);
  await expect(page.getByRole('heading', { name: 'Für wen?' })).toBeInViewport();
  await expectAccessible(page, 'long post');
});

test('Reader prints the article and nothing else', async ({ page, givenPost }) => {
  const { slug } = await givenPost({ content: EVERYTHING });
  await page.goto(`/post/${slug}`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('x = 1')).toBeVisible();
  for (const name of ['Teilen', 'Drucken', '0 Likes']) await expect(page.getByRole('button', { name })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Angebot' })).toHaveCount(0);
  const link = page.getByRole('link', { name: 'weg' });
  expect(await link.evaluate((one) => getComputedStyle(one, '::after').content)).toContain('https://example.org/');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader of a long post follows a link to a section, and returns to the same position', async ({
    page,
    givenPost,
  }) => {
    const { slug } = await givenPost({ content: `${LONG}\n\n## Ganz unten\n\n${LONG.repeat(4)}` });
    await page.goto(`/post/${slug}#abschnitt-ganz-unten`);
    await expect(page.getByRole('heading', { name: 'Ganz unten' })).toBeInViewport();
    // The browser anchors the scroll position to content and may miss it by a few lines.
    const missedBy = () => page.evaluate(() => Math.abs(scrollY - 6_000));
    await page.goto(`/post/${slug}`, { waitUntil: 'networkidle' });
    await page.evaluate(() => scrollTo(0, 6_000));
    await expect.poll(missedBy).toBe(0);
    await page.goto('/elemente', { waitUntil: 'networkidle' });
    await page.goBack({ waitUntil: 'networkidle' });
    await expect.poll(missedBy).toBeLessThan(200);
  });
});
