import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { hydrate } from './hydrate.ts';
import { type OwnPlatform, startOwnPlatform } from './own-platform.ts';
import { signIn } from './sign-in.ts';

let platform: OwnPlatform;

const problem = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Dieser Bereich ist gerade nicht erreichbar.' });
const retry = (page: Page) => problem(page).getByRole('button', { name: 'Erneut versuchen' });
const firstPost = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^LESEN/ })
    .first();

test.beforeAll(async () => {
  platform = await startOwnPlatform();
});
test.afterAll(() => platform.stop());

async function changeOneByte(folder: string, pattern: RegExp): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => pattern.test(name))) {
    const whole = path.join(folder, file);
    await writeFile(
      whole,
      (await readFile(whole, 'utf8')).replace(/[a-z]/, (letter) => letter.toUpperCase()),
    );
    for (const compressed of [`${whole}.br`, `${whole}.gz`]) await rm(compressed, { force: true });
  }
}

test('Reader can go on while a remote is down, and gets its page back without a reload', {
  tag: '@smoke',
}, async ({ page }) => {
  await platform.hold('mf-learning');
  await page.goto(platform.url);
  await hydrate(page);
  await page.getByRole('banner').getByRole('link', { name: 'WORKSHOPS', exact: true }).click();
  await expect(problem(page)).toBeVisible();

  const readiness = async () => {
    const response = await page.request.get(`${platform.url}/readyz`);
    return { ...(await response.json()), status: response.status() };
  };
  await expect.poll(readiness).toMatchObject({ status: 503, failing: ['mf-learning'] });

  for (const [link, heading] of [
    ['COURSE MATRIX', 'Workshop Program: AI in Adult Education'],
    ['ELEMENTE/KI', 'Elemente/KI'],
  ] as const) {
    await page.getByRole('banner').getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  await page.getByRole('banner').getByRole('link', { name: 'WORKSHOPS', exact: true }).click();
  await expect(problem(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await platform.release('mf-learning');
  await retry(page).click();
  await expect(page.getByRole('combobox', { name: /Category|Categories|Kategorie/ })).toBeVisible();
  await expect(problem(page)).toBeHidden();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('Reader can read what the server rendered while its code cannot be loaded, and it hydrates later', async ({
  page,
}) => {
  const warm = await page.request.get(`${platform.url}/`);
  expect(warm.status()).toBe(200);
  await platform.hold('mf-blog');
  await page.goto(platform.url);
  await page.keyboard.press('Shift');
  await expect(problem(page)).toBeVisible();
  await expect(firstPost(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await platform.release('mf-blog');
  await retry(page).click();
  await expect(problem(page)).toBeHidden();
  await firstPost(page).click();
  await expect(page.getByRole('button', { name: '0 Likes' })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('Editor whose pages cannot be loaded sees a message, can go elsewhere, and gets them back', async ({ page }) => {
  await platform.hold('mf-admin');
  await signIn(page, platform.url);
  await page.goto(`${platform.url}/admin/courses`);
  await expect(problem(page)).toBeVisible();
  await expect(page).toHaveTitle('Admin · KI-Lernplattform');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeAttached();
  await page.getByRole('banner').getByRole('link', { name: 'ELEMENTE/KI' }).click();
  await expect(page).toHaveTitle('Elemente/KI · KI-Lernplattform');

  await page.getByRole('banner').getByRole('link', { name: 'ADMIN' }).click();
  await expect(problem(page)).toBeVisible();
  await expect(page).toHaveTitle('Admin · KI-Lernplattform');
  await platform.release('mf-admin');
  await retry(page).click();
  await expect(problem(page)).toBeHidden();
  await expect(page).toHaveTitle('Dashboard – Admin · KI-Lernplattform');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toHaveCount(0);
});

for (const [what, remote, link, pattern] of [
  ['the entry', 'mf-matrix', 'COURSE MATRIX', /(remoteEntry|page-.*)\.js$/],
  ['a chunk', 'mf-learning', 'WORKSHOPS', /(async\/|page-).*\.js$/],
] as const) {
  test(`Code does not run when a byte of ${what} was changed, and the reader is told`, async ({ page }) => {
    await changeOneByte(path.join(platform.dataDir, 'store', remote), pattern);
    await page.goto(`${platform.url}/elemente`);
    await hydrate(page);
    await page.getByRole('banner').getByRole('link', { name: link, exact: true }).click();
    // A missing chunk leads to a new document, which shows the notice at its first use.
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(problem(page)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.getByRole('banner').getByRole('link', { name: 'HOME' }).click();
    await expect(firstPost(page)).toBeVisible();
  });
}
