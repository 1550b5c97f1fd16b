import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { hydrate } from '../platform/hydrate.ts';
import { type EmptyPlatform, startEmptyPlatform } from './empty-platform.ts';
import { acceptAs } from './invitation.ts';

let platform: EmptyPlatform;
test.beforeAll(async () => {
  platform = await startEmptyPlatform();
});
test.afterAll(() => platform.stop());

/** The pages of visitors on a platform without content, with their texts for it. */
const PUBLIC = [
  ['/', 200, 'No posts available yet'],
  ['/?seite=2', 404, 'No posts available yet'],
  ['/workshops', 200, 'No workshops yet.'],
  ['/workshops?suche=KI', 200, 'No workshops found matching your criteria.'],
  ['/online-courses', 200, 'No courses yet.'],
  ['/course-matrix', 200, 'Noch keine Workshops'],
  ['/course-matrix?ansicht=matrix', 200, 'Noch keine Workshops'],
  ['/suche?suche=KI', 200, 'Keine Treffer'],
  ['/elemente', 200, 'This page is coming soon.'],
  ['/chatgpt-lernziele', 200, 'This page is coming soon.'],
  ['/login', 200, 'Admin Login'],
  ['/nirgends', 404, 'Seite nicht gefunden'],
  ['/post/nichts', 404, 'Post not found'],
  ['/category/nichts', 404, 'Kategorie nicht gefunden'],
  ['/courses/nichts', 404, 'Course Not Found'],
] as const;

const STAFF = [
  '/admin',
  '/admin/posts/new',
  '/admin/calendar',
  '/admin/workflows',
  '/admin/prompts',
  '/admin/workshops',
  '/admin/workshops/new',
  '/admin/courses',
  '/admin/courses/new',
  '/admin/ads',
  '/admin/ads/new',
  '/admin/categories',
  '/admin/categories/new',
  '/admin/categories/workshops',
  '/admin/categories/courses',
  '/admin/matrix',
  '/admin/matrix/new',
  '/admin/matrix/categories',
  '/admin/matrix/dimensions',
  '/admin/import',
  '/admin/site',
  '/admin/pages',
  '/admin/pages/new',
  '/admin/pages/templates',
  '/admin/links',
  '/admin/links/new',
  '/admin/trash',
  '/admin/accounts',
  '/admin/platform',
];

/** Accepts an invitation with a new account. */
async function enter(page: Page): Promise<void> {
  const email = `${crypto.randomUUID()}@example.org`;
  await page.goto(await platform.invitation());
  await acceptAs(page, email);
}

/** Nothing that an empty list makes of a number or a text. */
async function expectWhole(page: Page, path: string): Promise<void> {
  await expect(page.locator('body'), path).not.toContainText(/NaN|undefined|\bnull\b|Infinity|\[object/, {
    useInnerText: true,
  });
}

test('Reader finds every page of an empty platform whole', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  for (const [path, status, content] of PUBLIC) {
    expect((await page.goto(platform.url + path))?.status(), path).toBe(status);
    await expect(page.getByText(content).first(), path).toBeVisible();
    await expectWhole(page, path);
    await hydrate(page);
    await expect(page.getByText(content).first(), `${path} after hydration`).toBeVisible();
    await expectWhole(page, path);
    await expectAccessible(page, `empty ${path}`);
    // Links to staff pages show to signed-in staff only.
    await expect(page.getByRole('link', { name: /^(Write|Add|Fill)/ })).toHaveCount(0);
  }
  expect(errors).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader finds every page of an empty platform whole, scripts switched off', async ({ page }) => {
    for (const [path, status, content] of PUBLIC.filter(([path]) => path !== '/login')) {
      expect((await page.goto(platform.url + path))?.status(), path).toBe(status);
      await expect(page.getByText(content).first(), path).toBeVisible();
      await expectWhole(page, path);
      await expect(page.getByRole('link', { name: /^(Write|Add|Fill)/ })).toHaveCount(0);
    }
  });
});

test('Feeds and sitemap of an empty platform are valid', async ({ request }) => {
  for (const path of ['/rss.xml', '/atom.xml', '/sitemap.xml', '/robots.txt']) {
    const answer = await request.get(platform.url + path);
    expect(answer.status(), path).toBe(200);
    expect(await answer.text()).not.toMatch(/NaN|undefined|Invalid Date/);
  }
  const feed = await (await request.get(`${platform.url}/rss.xml`)).text();
  expect(feed).not.toContain('<item>');
  expect(feed).toMatch(/<\/rss>\s*$/);
  expect(await (await request.get(`${platform.url}/sitemap.xml`)).text()).toContain(`${platform.url}/workshops`);
});

test('Owner is let in by the link that the start prints, takes the first steps, and they vanish', async ({ page }) => {
  await enter(page);
  const steps = page.getByRole('region', { name: 'First Steps' });
  await expect(steps.getByRole('status')).toHaveText('0 of 5 done');
  await expect(page.getByText('No posts yet')).toBeVisible();
  await expectAccessible(page, 'first steps');

  const stepOf = (title: string) => steps.getByRole('listitem').filter({ hasText: title });
  await stepOf('Write the first post').getByRole('link', { name: 'Open' }).click();
  await expect(page.getByText('There are no categories yet.')).toBeVisible();
  await page.getByLabel('Title').fill('Es geht los');
  await page.getByLabel('Content').fill('Der erste Beitrag.');
  await page.getByRole('button', { name: 'Create Post' }).click();
  await expect(page.getByRole('table', { name: 'Posts' })).toBeVisible();
  await expect(stepOf('Write the first post')).toContainText('Done');

  await stepOf('Invite somebody').getByRole('link', { name: 'Open' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill('kollege@example.org');
  await page.getByRole('button', { name: 'Create Invitation' }).click();
  await expect(page.getByText('kollege@example.org is invited.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(steps.getByRole('status')).toHaveText('2 of 5 done');

  await stepOf('Name the site').getByRole('link', { name: 'Open' }).click();
  await page.getByLabel('Site name').fill('Schule am See');
  await page.getByLabel('Brand color').fill('#0a7d4f');
  await page.getByRole('button', { name: 'Update Site' }).click();
  await expect(page.getByText('The site is saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(steps.getByRole('status')).toHaveText('4 of 5 done');

  await page.getByRole('link', { name: 'Write the imprint' }).click();
  await page.getByRole('button', { name: 'Create Impressum' }).click();
  const imprint = page.getByLabel('Content', { exact: true });
  await expect(imprint).toHaveValue(/Bitte ergänzen/);
  await imprint.fill((await imprint.inputValue()).replace(/\*\*\[Bitte ergänzen[^\]]*\]\*\*/g, 'Ausgefüllt'));
  await page.getByLabel('Publish Date').fill('2026-01-01T10:00');
  await page.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByRole('row', { name: /Impressum/ })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('table', { name: 'Posts' })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Posts' })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await page.goto(`${platform.url}/`);
  await expect(page.getByRole('heading', { name: 'Es geht los' })).toBeVisible();
  await expect(page).toHaveTitle('Schule am See');
  await expect(page.getByRole('navigation', { name: 'Fußzeile' })).toContainText('Impressum');
});

test('Owner sees on empty pages what to do next', async ({ page }) => {
  await platform.database.query('delete from public.posts');
  await enter(page);
  for (const [path, label, target] of [
    ['/', 'Write the first post', '/admin/posts/new'],
    ['/workshops', 'Add or publish a workshop', '/admin/workshops'],
    ['/online-courses', 'Add or publish a course', '/admin/courses'],
    ['/course-matrix', 'Fill the matrix', '/admin/matrix'],
  ] as const) {
    await page.goto(platform.url + path);
    await expect(page.getByRole('link', { name: label })).toHaveAttribute('href', target);
    await expectAccessible(page, `empty for staff ${path}`);
  }
  await page.goto(`${platform.url}/workshops?suche=KI`);
  await expect(page.getByText('No workshops found')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add or publish a workshop' })).toHaveCount(0);
  await page.goto(`${platform.url}/`);
  await page.getByRole('link', { name: 'Write the first post' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New Post' })).toBeVisible();
});

test('Owner finds every staff page of an empty platform whole', async ({ page }) => {
  await enter(page);
  for (const path of STAFF) {
    await page.goto(platform.url + path);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectWhole(page, path);
    await expectAccessible(page, `empty ${path}`);
  }
});
