import { expectAccessible } from '../accessibility.ts';
import { test as base, expect, unique } from '../blog/editor.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { dataDirOfPlatform } from '../platform/running-platform.ts';
import { openAsStaff } from '../platform/sign-in.ts';

/** Menu and placeholders of the running platform are those that other tests expect. */
const test = base.extend<object, { readonly platform: OwnPlatform }>({
  platform: [
    async ({ browserName: _ }, use) => {
      const platform = await startOwnPlatform({ dataDir: dataDirOfPlatform() });
      await use(platform);
      await platform.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ platform }, use) => use(platform.url),
});

const LEGAL = ['impressum', 'datenschutz', 'barrierefreiheit'];

test.describe.configure({ mode: 'serial' });

test('Editor writes a page in the place of a placeholder', { tag: '@smoke' }, async ({ page, request, editor }) => {
  await openAsStaff(page, '/admin/pages');
  await page.getByRole('link', { name: 'New Page' }).click();
  await page.getByLabel('Title').fill('Elemente der KI');
  await page.getByLabel('Slug').fill('elemente');
  await page.getByLabel('Content', { exact: true }).fill('## Daten\n\nOhne Daten keine **KI**.');
  await page.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByRole('row', { name: /Elemente der KI/ })).toBeVisible();
  await expect
    .poll(async () => (await request.get('/elemente')).text(), { timeout: 2_000, intervals: [50] })
    .toContain('Ohne Daten keine');
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/elemente</loc>');

  await page.goto('/elemente');
  await expect(page.getByRole('heading', { level: 1, name: 'Elemente der KI' })).toBeVisible();
  await expectAccessible(page, 'a page of the site');
  await editor.from('pages').delete().eq('slug', 'elemente').throwOnError();
  await expect.poll(async () => (await request.get('/elemente')).text()).toContain('This page is coming soon.');
});

test('Editor fills the imprint from its template, and it stands in the footer', async ({ page, request, editor }) => {
  await editor.from('pages').delete().in('slug', LEGAL).throwOnError();
  await openAsStaff(page, '/admin');
  await page.getByRole('link', { name: 'Write the imprint' }).click();
  await expectAccessible(page, 'templates of pages');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('button', { name: 'Create Impressum' }).click();
  const content = page.getByLabel('Content', { exact: true });
  await expect(content).toHaveValue(/§\u00a05 DDG/);
  await expect(page.getByText(/gaps left to fill/)).toBeVisible();
  await expectAccessible(page, 'a page with gaps');
  const footer = page.getByRole('navigation', { name: 'Fußzeile' });

  await page.getByLabel('Publish Date').fill('2026-01-01T10:00');
  await page.getByRole('button', { name: 'Update Page' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep Editing' }).click();
  expect((await request.get('/impressum')).status()).toBe(404);

  const text = await content.inputValue();
  await content.fill(text.replace(/\*\*\[Bitte ergänzen[^\]]*\]\*\*/g, 'Ausgefüllt'));
  await page.getByRole('button', { name: 'Update Page' }).click();
  await expect(page.getByRole('row', { name: /Impressum/ })).toBeVisible();
  await expect
    .poll(async () => (await request.get('/impressum')).status(), { timeout: 2_000, intervals: [50] })
    .toBe(200);
  await page.goto('/');
  await footer.getByRole('link', { name: 'Impressum' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum' })).toBeVisible();
  await editor.from('pages').delete().in('slug', LEGAL).throwOnError();
  await expect.poll(async () => (await request.get('/')).text()).not.toContain('Fußzeile');
});

test('Editor is told why an address is reserved, and loses nothing', async ({ page }) => {
  await openAsStaff(page, '/admin/pages/new');
  await page.getByLabel('Title').fill('Kurse');
  await page.getByLabel('Slug').fill('workshops');
  await page.getByLabel('Content', { exact: true }).fill('Lange getippt');
  await page.getByRole('button', { name: 'Create Page' }).click();
  await expect(page.getByText(/The address \/workshops .* Expected another slug\./)).toBeVisible();
  await expect(page.getByLabel('Slug')).toBeFocused();
  await expect(page.getByLabel('Content', { exact: true })).toHaveValue('Lange getippt');
});

test('Editor moves a link of the menu with the keyboard', async ({ page, request, editor }) => {
  const menu = async () =>
    (await (await request.get('/workshops')).text()).match(/data-site="menu".*?<\/nav>/)?.[0] ?? '';
  await openAsStaff(page, '/admin/links');
  await expectAccessible(page, 'menu and footer');
  const first = page.getByRole('list', { name: 'Menu' }).getByRole('listitem').first();
  await first.getByRole('button', { name: 'Move down' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await menu()).indexOf('WORKSHOPS') < (await menu()).indexOf('HOME')).toBe(true);
  const { data } = await editor.from('links').select('id, address').eq('place', 'menu').throwOnError();
  const order = ['/', '/workshops', '/online-courses', '/course-matrix', '/elemente', '/chatgpt-lernziele'];
  const ids = order.map((address) => data.find((link) => link.address === address)?.id);
  await editor.rpc('reorder_links', { place: 'menu', ids }).throwOnError();
});

test('An address of nobody keeps one page, which is no page of the site', async ({ request }) => {
  const word = unique('nirgends');
  for (const path of [`/${word}`, `/${word}/x`]) {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    expect(await response.text()).toContain('Seite nicht gefunden');
  }
  // A change of the site, such as that of the test before, ends the cached page once.
  const another = async () => {
    const response = await request.get(`/${unique('nirgends')}`);
    return [response.status(), response.headers()['server-timing']];
  };
  await expect.poll(another).toEqual([404, 'cache;desc=hit']);
});
