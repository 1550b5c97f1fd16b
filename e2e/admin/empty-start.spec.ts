import { expect, type Page, test } from '@playwright/test';
import { addresses } from '../../mf-admin/src/addresses.ts';
import { expectAccessible } from '../accessibility.ts';
import { hydrate } from '../platform/hydrate.ts';
import { acceptAs } from './invitation.ts';
import { type StaffPlatform, startStaffPlatform } from './staff-platform.ts';

let platform: StaffPlatform;
test.beforeAll(async () => {
  platform = await startStaffPlatform({ seed: false });
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
] as const;

/** The pages of staff that need no record. */
const STAFF = Object.values(addresses).filter(
  (address) => typeof address === 'string' && address !== addresses.signOut,
);

/** Accepts an invitation with a new account. */
async function enter(page: Page): Promise<void> {
  const email = `${crypto.randomUUID()}@example.org`;
  await page.goto(await platform.invite());
  await acceptAs(page, email);
}

/** Nothing that an empty list makes of a number or a text. */
async function expectWhole(page: Page, path: string): Promise<void> {
  await expect(page.locator('body'), path).not.toContainText(/NaN|undefined|\bnull\b|Infinity|\[object/, {
    useInnerText: true,
  });
}

test('Reader finds every page of an empty platform whole, and programs its feed and sitemap', async ({
  page,
  request,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  for (const [path, status, content] of PUBLIC) {
    expect((await page.goto(platform.url + path))?.status(), path).toBe(status);
    await expect(page.getByText(content).first(), path).toBeVisible();
    await expectWhole(page, path);
    await hydrate(page);
    await expect(page.getByText(content).first(), `${path} after hydration`).toBeVisible();
    await expectWhole(page, path);
    // Links to staff pages show to signed-in staff only.
    await expect(page.getByRole('link', { name: /^(Write|Add|Fill)/ })).toHaveCount(0);
  }
  expect(errors).toEqual([]);
  const read = async (path: string) => (await request.get(platform.url + path)).text();
  const [feed, sitemap] = [await read('/rss.xml'), await read('/sitemap.xml')];
  expect(feed + sitemap).not.toMatch(/NaN|undefined|Invalid Date|<item>/);
  expect(feed).toMatch(/<\/rss>\s*$/);
  expect(sitemap).toContain(`${platform.url}/workshops`);
});

test('Owner is let in by the link that the start prints, takes the first steps, and they vanish', {
  tag: '@smoke',
}, async ({ page }) => {
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

  await stepOf('Name the site').getByRole('link', { name: 'Open' }).click();
  await page.getByLabel('Site name').fill('Schule am See');
  await page.getByLabel('Brand color').fill('#0a7d4f');
  await page.getByRole('button', { name: 'Update Site' }).click();
  await expect(page.getByText('The site is saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(steps.getByRole('status')).toHaveText('3 of 5 done');

  await platform.invite();
  await page.getByRole('link', { name: 'Write the imprint' }).click();
  await page.getByRole('button', { name: 'Create Impressum' }).click();
  const imprint = page.getByLabel('Content', { exact: true });
  await expect(imprint).toHaveValue(/Bitte ergänzen/);
  await expectAccessible(page, 'a page with gaps');
  await imprint.fill((await imprint.inputValue()).replace(/\*\*\[Bitte ergänzen[^\]]*\]\*\*/g, 'Ausgefüllt'));
  await page.getByLabel('Publish Date').fill('2026-01-01T10:00');
  await page.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByRole('row', { name: /Impressum/ })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('table', { name: 'Posts' })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await page.goto(`${platform.url}/`);
  await expect(page.getByRole('heading', { name: 'Es geht los' })).toBeVisible();
  await expect(page).toHaveTitle('Schule am See');
  await page.getByRole('navigation', { name: 'Fußzeile' }).getByRole('link', { name: 'Impressum' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
});

test('Owner sees on empty pages what to do next, and finds every staff page whole', async ({ page }) => {
  test.slow();
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

  for (const path of STAFF) {
    await page.goto(platform.url + path);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectWhole(page, path);
  }
});
