import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { hydrate } from '../platform/hydrate.ts';
import { test } from './content.ts';

const shared = (page: Page, name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');

test('Reader opens the page of a workshop from its dialog, shares it, and goes back', {
  tag: ['@smoke', '@crossing'],
}, async ({ page, request, baseURL, content }) => {
  const title = `Eins ${content.word}`;
  const [workshop] = await content.addWorkshops([
    { title, subtitle: 'Kurz gesagt', content: '## Ablauf\n\nErst *lesen*.', learning_objectives: '- Ein Ziel' },
  ]);
  await page.goto(`/workshops?suche=${content.word}`);
  await hydrate(page);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('dialog', { name: title }).getByRole('link', { name: 'Eigene Seite' }).click();
  const address = `/workshops/${workshop?.id}`;
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const name of ['Ablauf', 'Lernziele']) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
  }
  await expect(page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Workshops' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();

  await page.goto(address);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${address}`);
  expect(await shared(page, 'og:title')).toBe(title);
  const picture = await request.get(String(await shared(page, 'og:image')));
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  const text = await (await request.get(address, { headers: { accept: 'text/markdown' } })).text();
  expect(text).toContain('## Ablauf\n\nErst *lesen*.');
  await page.goto(`/workshops?workshop=${workshop?.id}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}${address}`);
});

test('Reader reaches the page of a workshop by keyboard, and the list from there', async ({ page, content }) => {
  const title = `Eins ${content.word}`;
  await content.addWorkshops([{ title }]);
  await page.goto(`/workshops?suche=${content.word}`);
  await page.getByRole('button', { name: 'Details' }).focus();
  await page.keyboard.press('Enter');
  const link = page.getByRole('dialog').getByRole('link', { name: 'Eigene Seite' });
  await expect(link).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectAccessible(page, 'workshop');
  const back = page.getByRole('main').getByRole('link', { name: 'Zu allen Workshops' });
  await back.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/workshops');
});

test('Reader sees a change of a workshop on its page, and 404 once it is deleted', async ({ request, content }) => {
  const [workshop] = await content.addWorkshops([{ title: `Eins ${content.word}`, content: 'Erster Text' }]);
  for (const address of [`/workshops/${workshop?.id}`, `/workshops/${workshop?.id}.md`]) {
    expect(await (await request.get(address)).text(), address).toContain('Erster Text');
  }
  await content.changeWorkshop(workshop?.id ?? '', { content: 'Zweiter Text' });
  for (const address of [`/workshops/${workshop?.id}`, `/workshops/${workshop?.id}.md`]) {
    await expect(async () => expect(await (await request.get(address)).text()).toContain('Zweiter Text')).toPass();
  }
  await content.removeWorkshop(workshop?.id ?? '');
  for (const address of [`/workshops/${workshop?.id}`, `/workshops/${workshop?.id}.md`]) {
    await expect(async () => expect((await request.get(address)).status()).toBe(404)).toPass();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader follows the dialog’s link to the page of a workshop', async ({ page, content }) => {
    const title = `Eins ${content.word}`;
    await content.addWorkshops([{ title, content: 'Der Text' }]);
    await page.goto(`/workshops?suche=${content.word}`);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByRole('link', { name: 'Eigene Seite' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Der Text')).toBeVisible();
  });

  test('Reader follows the link from the matrix’ dialog to the page of its workshop', async ({ page }) => {
    await page.goto('/course-matrix');
    const card = page.getByRole('article').first().getByRole('link');
    const title = (await card.textContent()) ?? '';
    await card.click();
    await page.getByRole('dialog').getByRole('link', { name: 'Eigene Seite' }).click();
    await expect(page).toHaveURL(/\/course-matrix\/[\da-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Learning Goals & Success Criteria' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Zur Übersicht' }).click();
    await expect(page).toHaveURL('/course-matrix');
  });
});
