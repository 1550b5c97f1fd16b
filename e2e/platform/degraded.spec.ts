import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrate } from './hydrate.ts';
import { copyPublished } from './running-platform.ts';
import { signIn } from './sign-in.ts';

const problem = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Dieser Bereich ist gerade nicht erreichbar.' });
const firstPost = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^LESEN/ })
    .first();
const menuLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** Tries again until the notice is gone, without a new document. */
async function retryHere(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await problem(page).getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(problem(page)).toBeHidden();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
}

test('Reader can go on while a remote is down, and gets its page back without a reload', {
  tag: '@smoke',
}, async ({ page, own }) => {
  await own.hold('mf-learning');
  await page.goto(own.url);
  await hydrate(page);
  await menuLink(page, 'WORKSHOPS').click();
  await expect(problem(page)).toBeVisible();

  const readiness = async () => {
    const response = await page.request.get(`${own.url}/readyz`);
    return { ...(await response.json()), status: response.status() };
  };
  await expect.poll(readiness).toMatchObject({ status: 503, failing: ['mf-learning'] });

  for (const [link, heading] of [
    ['COURSE MATRIX', 'Workshop Program: AI in Adult Education'],
    ['ELEMENTE/KI', 'Elemente/KI'],
  ] as const) {
    await menuLink(page, link).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  await menuLink(page, 'WORKSHOPS').click();
  await expect(problem(page)).toBeVisible();
  await own.release('mf-learning');
  await retryHere(page);
  await expect(page.getByRole('combobox', { name: /Category|Categories|Kategorie/ })).toBeVisible();
});

test('Editor whose pages cannot be loaded sees a message, can go elsewhere, and gets them back', async ({
  page,
  own,
}) => {
  await own.hold('mf-admin');
  await signIn(page, own.url);
  await page.goto(`${own.url}/admin/courses`);
  await expect(problem(page)).toBeVisible();
  await expect(page).toHaveTitle('Admin · KI-Lernplattform');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeAttached();
  await menuLink(page, 'ELEMENTE/KI').click();
  await expect(page).toHaveTitle('Elemente/KI · KI-Lernplattform');

  await menuLink(page, 'ADMIN').click();
  await expect(problem(page)).toBeVisible();
  await own.release('mf-admin');
  await retryHere(page);
  await expect(page).toHaveTitle('Dashboard – Admin · KI-Lernplattform');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toHaveCount(0);
});

/** Changes a letter of files below a folder, which browsers get uncompressed then. */
async function changeOneByte(folder: string, pattern: RegExp): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => pattern.test(name))) {
    const whole = path.join(folder, file);
    const content = await readFile(whole, 'utf8');
    await writeFile(
      whole,
      content.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    );
    for (const compressed of [`${whole}.br`, `${whole}.gz`]) await rm(compressed, { force: true });
  }
}

test('Code does not run when a byte of the entry or of a chunk was changed, and the reader is told', async ({
  page,
  own,
}) => {
  const store = path.join(own.dataDir, 'store');
  await changeOneByte(path.join(store, 'mf-matrix'), /(remoteEntry|page-.*)\.js$/);
  await changeOneByte(path.join(store, 'mf-learning'), /(async\/|page-).*\.js$/);
  for (const link of ['COURSE MATRIX', 'WORKSHOPS']) {
    await page.goto(`${own.url}/elemente`);
    await hydrate(page);
    await menuLink(page, link).click();
    // A missing chunk leads to a new document, which shows the notice at its first use.
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(problem(page)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await menuLink(page, 'HOME').click();
    await expect(firstPost(page)).toBeVisible();
  }
  await copyPublished(own.dataDir);
});
