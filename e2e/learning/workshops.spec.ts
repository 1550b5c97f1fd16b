import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { hydrate } from '../platform/hydrate.ts';
import { test } from './content.ts';

const details = (page: Page) => page.getByRole('button', { name: 'Details' });
const ownPage = (page: Page) => page.getByRole('dialog').getByRole('link', { name: 'Eigene Seite' });

test('Reader opens the page of a workshop from its dialog, goes back, and shares it', {
  tag: ['@smoke', '@crossing'],
}, async ({ page, request, baseURL, content }) => {
  const title = `Eins ${content.word}`;
  const [workshop] = await content.addWorkshops([
    { title, subtitle: 'Kurz gesagt', content: '## Ablauf\n\nErst *lesen*.', learning_objectives: '- Ein Ziel' },
  ]);
  await page.goto(`/workshops?suche=${content.word}`);
  await hydrate(page);
  await details(page).press('Enter');
  await expect(ownPage(page)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(ownPage(page)).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  const address = `/workshops/${workshop?.id}`;
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const name of ['Ablauf', 'Lernziele']) await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  await expectAccessible(page, 'workshop');
  await page.goBack();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();

  // An address of the dialog is one of the same workshop.
  for (const path of [`/workshops?workshop=${workshop?.id}`, address]) {
    await page.goto(path);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${address}`);
  }
  const shared = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await shared('og:title')).toBe(title);
  const picture = await request.get(String(await shared('og:image')));
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  const text = await (await request.get(address, { headers: { accept: 'text/markdown' } })).text();
  expect(text).toContain('## Ablauf\n\nErst *lesen*.');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader follows the link of a dialog to the page of its workshop', async ({ page, content }) => {
    const added = `Eins ${content.word}`;
    await content.addWorkshops([{ title: added, content: '## Ablauf am Tag' }]);
    await page.goto(`/workshops?suche=${content.word}`);
    await details(page).click();
    await expect(page.getByRole('heading', { name: 'Ablauf am Tag' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    await ownPage(page).click();
    await expect(page.getByRole('heading', { level: 1, name: added })).toBeVisible();
  });
});
