import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { openBuilder, test } from '../courses/given-course.ts';
import { complaintsOf } from './first-view.ts';
import { hydrate } from './hydrate.ts';
import { dataDirOfPlatform } from './running-platform.ts';
import { signIn } from './sign-in.ts';

const heading = (page: Page, name?: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, ...(name && { name }) })).toBeVisible();
const follow = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');

async function openAndClose(page: Page): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  // The rounded border shows that styles inserted after the first render apply.
  expect(await dialog(page).evaluate((element) => getComputedStyle(element).borderRadius)).not.toBe('0px');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
}

test('Reader walks through the platform without anything that the policy refuses', { tag: '@smoke' }, async ({
  page,
}) => {
  const complaints = await complaintsOf(page);
  await page.goto('/');
  await hydrate(page);
  await page
    .getByRole('link', { name: /^LESEN/ })
    .first()
    .click();
  await page.waitForURL('**/post/**');
  await heading(page);
  await follow(page, 'WORKSHOPS');
  await page.getByRole('button', { name: 'Details' }).first().click();
  await openAndClose(page);
  await follow(page, 'COURSE MATRIX');
  await page.getByRole('article').first().getByRole('link').click();
  await openAndClose(page);
  await follow(page, 'ONLINE COURSES');
  await heading(page);
  await page.goto('/workshops?suche=nirgends', { waitUntil: 'networkidle' });
  await page.goto('/nirgends', { waitUntil: 'networkidle' });
  await heading(page, 'Seite nicht gefunden');
  expect(complaints).toEqual([]);
});

test('Staff work without anything that the policy refuses', { tag: '@smoke' }, async ({ page, addCourse }) => {
  const course = await addCourse([1]);
  const complaints = await complaintsOf(page);
  await signIn(page);
  // `reliability/scripts-in-texts.spec.ts` opens every other page with the texts of records.
  for (const name of ['accounts', 'posts/new', 'workshops/new', 'courses/new', 'ads/new']) {
    await page.goto(`/admin/${name}`, { waitUntil: 'networkidle' });
    await heading(page);
  }
  await page.goto('/admin', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await openAndClose(page);
  await openBuilder(page, course);
  await page.getByRole('button', { name: 'Delete' }).first().click();
  await openAndClose(page);
  expect(complaints).toEqual([]);
});

test('A published HTML file that is opened as a document runs nothing and reads no session', async ({
  page,
  baseURL,
}) => {
  await signIn(page);
  const { remotes } = await (await page.request.get('/platform.json')).json();
  const { version, entry } = remotes['mf-matrix'];
  const file = path.join(dataDirOfPlatform(), 'store', 'mf-matrix', version, 'web', 'opened.html');
  writeFileSync(
    file,
    '<title>opened</title><p>Text</p><script>document.title = "read " + localStorage.length</script>',
  );
  try {
    const response = await page.goto(new URL('opened.html', entry).href);
    expect(response?.headers()).toMatchObject({
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    await expect(page.getByText('Text')).toBeVisible();
    await expect(page).toHaveTitle('opened');
    expect(await page.evaluate(() => self.origin)).toBe('null');
    expect(new URL(page.url()).origin).not.toBe(baseURL);
  } finally {
    rmSync(file);
  }
});
