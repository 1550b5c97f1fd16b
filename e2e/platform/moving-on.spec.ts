import { mergeTests, type Page } from '@playwright/test';
import { test as withPosts } from '../blog/editor.ts';
import { expect, test as shared } from './fixtures.ts';
import { holdRequests } from './held-requests.ts';
import { CODE, hydrate } from './hydrate.ts';

const test = mergeTests(shared, withPosts);

const MARKDOWN = [
  'Einleitung mit `Code` und [Verweis](/workshops).',
  '',
  '## Erster Abschnitt',
  '',
  '| a | b |\n|:-:|--:|\n| 1 | 2 |',
  '',
  '```sql\nselect 1\n```',
  '',
  '> Zitat',
  '',
  '## Zweiter Abschnitt',
].join('\n');

/** Collects the requests of a page's scripts: paths of fetches, and names of chunks without their hashes. */
function asked(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'fetch') paths.push(pathname);
    else if (request.resourceType() === 'script') paths.push(pathname.replace(/^.*\/([\w-]+)(?:\.\w+)*\.js$/, '$1'));
  });
  return paths;
}

/** The text of a post as HTML without its ad, which another replaces each minute, with the computed styles of some elements. */
const shown = (page: Page) =>
  page
    .getByRole('article')
    .first()
    .evaluate((article) => {
      const text = article.querySelector('h2')?.parentElement?.parentElement;
      const parts = ['h2', 'p', 'td', 'pre', 'code', 'blockquote'].map((tag) => text?.querySelector(tag));
      const looks = parts.map((part) => {
        const { color, font, margin, padding, textAlign, backgroundColor } = getComputedStyle(part as Element);
        return { color, font, margin, padding, textAlign, backgroundColor };
      });
      const copy = text?.cloneNode(true) as Element | undefined;
      copy?.querySelector('section[aria-label="Angebot"]')?.remove();
      // React leaves comments around the boundaries that it waited for.
      return { html: copy?.innerHTML.replaceAll(/<!--.*?-->/g, ''), looks };
    });

test('Reader of a hydrated page gets the next page by one request to the shell, equal to its document', async ({
  page,
  givenPost,
}) => {
  const { title, slug } = await givenPost({ content: MARKDOWN, published_at: new Date().toISOString() });
  await page.goto(`/post/${slug}`);
  const document = await shown(page);
  const heading = await page.title();

  await page.goto('/workshops');
  await hydrate(page);
  const paths = asked(page);
  await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
  await page.getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Zweiter Abschnitt' })).toBeVisible();
  await expect(page).toHaveTitle(heading);
  expect(await shown(page)).toEqual(document);
  // The resting pointer may be over another link, whose page is prefetched.
  const asking = (address: string) => paths.filter((path) => path === address);
  expect([asking('/_data/'), asking(`/_data/post/${slug}`)]).toEqual([['/_data/'], [`/_data/post/${slug}`]]);
  expect(paths.filter((path) => path.startsWith('/') && !path.startsWith('/_data/'))).toEqual([]);
  expect(paths.filter((name) => /markdown|reader|grammar|highlight/.test(name))).toEqual([]);

  await page.goBack();
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
  await page.goForward();
  await expect(page).toHaveTitle(heading);
  expect(await shown(page)).toEqual(document);
});

test('Reader who points at a link has its page before the click', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/elemente');
  await hydrate(page);
  const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/_data/workshops');
  const link = page.getByRole('banner').getByRole('link', { name: 'WORKSHOPS' });
  await link.hover();
  await (await answer).finished();
  await holdRequests(page, /\/_data\/|\/rest\/v1\//);
  await link.click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('Reader who goes back while a page is hydrated gets the page before, and nothing is hydrated as another', async ({
  page,
  givenPost,
}) => {
  const { title } = await givenPost({ content: MARKDOWN, published_at: new Date().toISOString() });
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto('/');
  await hydrate(page);
  await page.getByRole('link', { name: title }).first().click();
  await page.waitForURL('**/post/**');
  await page.reload();
  const release = await holdRequests(page, CODE);
  const code = page.waitForRequest(CODE);
  await page.keyboard.press('Shift');
  await code;
  // The document of the page before is refused, so that this one stays.
  await page.route('/', (route) => route.abort('aborted'), { times: 1 });
  const refused = page.waitForEvent('requestfailed');
  await page.goBack();
  await refused;
  const evaluated = page.waitForEvent('requestfinished', (request) => request.url().includes('/react-dom'));
  release();
  await evaluated;
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.reload();
  await hydrate(page);
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
  expect(errors).toEqual([]);
});
