import type { Page } from '@playwright/test';
import { addresses } from '../../mf-admin/src/addresses.ts';
import { expectAccessible } from '../accessibility.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { complaintsOf } from '../platform/first-view.ts';
import { openAsStaff } from '../platform/sign-in.ts';
import { patternOf, walkStaffPages } from './staff-pages.ts';

/** Records that no seed has, with this title. They are removed after the test. */
const test = base.extend<{ readonly givenRecords: string }>({
  givenRecords: async ({ editor }, use) => {
    const slug = unique('jede-');
    const columns = { title: slug, slug, description: '', content: 'Text', links: [] };
    await editor.rpc('save_page', { record: null, base: null, columns }).throwOnError();
    await editor.from('pictures').insert({ title: slug }).throwOnError();
    await editor
      .from('redirects')
      .insert({ address: `/${slug}-alt`, target: '/workshops' })
      .throwOnError();
    await use(slug);
    await editor.from('pages').delete().eq('slug', slug);
    await editor.from('pictures').delete().eq('title', slug);
    await editor.from('redirects').delete().like('address', `/${slug}%`);
  },
});

/** Read by a button of another page. */
const NO_PAGES: readonly string[] = [addresses.history.pattern, addresses.historyChangeSet.pattern, addresses.signOut];

const PATTERNS = Object.values(addresses)
  .map((one) => (typeof one === 'string' ? one : one.pattern))
  .filter((pattern) => !NO_PAGES.includes(pattern));

/** Collects errors of the page, what its policy refuses, and requests that fail. The picture of a record without a file does. */
async function failuresOf(page: Page): Promise<() => readonly string[]> {
  const complaints = await complaintsOf(page);
  const failed: string[] = [];
  page.on('response', (response) => {
    const isPicture = response.request().resourceType() === 'image';
    if (response.status() >= 400 && !isPicture) failed.push(`${response.status()} ${response.url()}`);
  });
  return () => [...complaints.filter((text) => !text.startsWith('Failed to load resource')), ...failed];
}

test('Staff reach every page of the admin by its links, without an error, a refusal or a barrier', {
  tag: '@crossing',
}, async ({ page, givenRecords: _ }) => {
  test.setTimeout(600_000);
  const failures = await failuresOf(page);
  await openAsStaff(page, addresses.dashboard);
  const found = await walkStaffPages(page, async (path) => {
    if (!process.env.E2E_GENERATIONS) await expectAccessible(page, patternOf(path));
    expect(failures(), path).toEqual([]);
  });
  await page.goto(addresses.signOut);
  await expect(page).toHaveURL(addresses.dashboard);
  await page.getByRole('button', { name: 'Delete' }).first().click();
  // The rounded border shows that styles inserted after the first render apply.
  expect(await page.getByRole('dialog').evaluate((one) => getComputedStyle(one).borderRadius)).not.toBe('0px');
  expect(failures()).toEqual([]);
  // The generation before may lack pages that were added since.
  const expected = process.env.E2E_GENERATIONS ? expect.arrayContaining([addresses.site]) : [...PATTERNS].sort();
  expect([...found.keys()].sort()).toEqual(expected);
});
