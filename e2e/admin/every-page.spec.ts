import type { Page } from '@playwright/test';
import { addresses } from '../../mf-admin/src/addresses.ts';
import { expectAccessible } from '../accessibility.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { signIn } from '../platform/sign-in.ts';

/** Records that no seed has, with this title. They are removed after the test. */
const test = base.extend<{ readonly givenRecords: string }>({
  givenRecords: async ({ editor }, use) => {
    const slug = unique('jede-');
    const columns = { title: slug, slug, description: '', content: 'Text', links: [] };
    await editor.rpc('save_page', { record: null, base: null, columns }).throwOnError();
    await editor.from('pictures').insert({ title: slug }).throwOnError();
    await use(slug);
    await editor.from('pages').delete().eq('slug', slug);
    await editor.from('pictures').delete().eq('title', slug);
  },
});

/** Read by a button of another page. */
const NO_PAGES: readonly string[] = [addresses.history.pattern, addresses.historyChangeSet.pattern, addresses.signOut];

const PATTERNS = Object.values(addresses)
  .map((one) => (typeof one === 'string' ? one : one.pattern))
  .filter((pattern) => !NO_PAGES.includes(pattern));

const patternOf = (path: string) => path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id');

const linksOn = (page: Page) =>
  page
    .locator('a[href^="/admin"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

/** Collects errors of the page, and requests that fail. The picture of a record without a file does. */
function failuresOf(page: Page): string[] {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('response', (response) => {
    const isPicture = response.request().resourceType() === 'image';
    if (response.status() >= 400 && !isPicture) failures.push(`${response.status()} ${response.url()}`);
  });
  return failures;
}

test('Staff reach every page of the admin by its links, without an error or a barrier', { tag: '@crossing' }, async ({
  page,
  givenRecords: _,
}) => {
  test.setTimeout(600_000);
  const failures = failuresOf(page);
  await signIn(page);
  const found = new Map<string, string>([[addresses.dashboard, addresses.dashboard]]);
  for (const [, path] of found) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
    if (!process.env.E2E_GENERATIONS) await expectAccessible(page, patternOf(path));
    expect(failures, path).toEqual([]);
    for (const link of await linksOn(page)) {
      if (!found.has(patternOf(link))) found.set(patternOf(link), link);
    }
  }
  await page.goto(addresses.signOut);
  await expect(page).toHaveURL(addresses.dashboard);
  // The generation before may lack pages that were added since.
  const expected = process.env.E2E_GENERATIONS ? expect.arrayContaining([addresses.site]) : [...PATTERNS].sort();
  expect([...found.keys()].sort()).toEqual(expected);
});
