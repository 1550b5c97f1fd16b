import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { hydrate } from '../platform/hydrate.ts';
import { test } from './content.ts';

const TEXT = Array.from({ length: 80 }, (_, index) => `Absatz ${index}`).join('\n\n');

const details = (page: Page) => page.getByRole('button', { name: 'Details' });
const ownPage = (page: Page) => page.getByRole('dialog').getByRole('link', { name: 'Eigene Seite' });

test('Reader opens and closes the details of a workshop by keyboard, by the backdrop and with Back', async ({
  page,
  content,
}) => {
  const title = `Eins ${content.word}`;
  await content.addWorkshops([{ title, content: TEXT }]);
  await page.goto(`/workshops?suche=${content.word}`);
  await details(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByText('Absatz 79')).toBeAttached();
  await expect(dialog.getByRole('button', { name: 'Schliessen' })).toBeFocused();
  const isInside = () => document.activeElement === document.body || !!document.activeElement?.closest('dialog');
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(isInside)).toBe(true);
  }
  await page.mouse.wheel(0, 2000);
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(details(page)).toBeFocused();
  await expect(page).toHaveURL(`/workshops?suche=${content.word}`);

  for (const close of [() => page.mouse.click(4, 4), () => page.goBack()]) {
    await details(page).click();
    await expect(dialog).toBeVisible();
    await close();
    await expect(dialog).toBeHidden();
  }
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('Reader opens the page of a workshop from its dialog, shares it, and goes back', {
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

  const canonical = page.locator('link[rel=canonical]');
  const shared = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  for (const path of [address, `/workshops?workshop=${workshop?.id}`]) {
    await page.goto(path);
    await expect(canonical).toHaveAttribute('href', `${baseURL}${address}`);
  }
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Schliessen' }).click();
  await expect(page).toHaveURL('/workshops');
  await page.goto(address);
  expect(await shared('og:title')).toBe(title);
  const picture = await request.get(String(await shared('og:image')));
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  const text = await (await request.get(address, { headers: { accept: 'text/markdown' } })).text();
  expect(text).toContain('## Ablauf\n\nErst *lesen*.');
  await page.getByRole('main').getByRole('link', { name: 'Zu allen Workshops' }).press('Enter');
  await expect(page).toHaveURL('/workshops');
});

test('Reader sees a change of a workshop on its page, and 404 once it is deleted', async ({ request, content }) => {
  const [workshop] = await content.addWorkshops([{ title: `Eins ${content.word}`, content: 'Erster Text' }]);
  const stored = content.client.from('workshops');
  const addresses = [`/workshops/${workshop?.id}`, `/workshops/${workshop?.id}.md`];
  const texts = () => Promise.all(addresses.map(async (address) => (await request.get(address)).text()));
  const all = (text: string) => addresses.map(() => expect.stringContaining(text));
  expect(await texts()).toEqual(all('Erster Text'));
  await stored.update({ content: 'Zweiter Text' }).eq('id', workshop?.id).throwOnError();
  await expect.poll(texts).toEqual(all('Zweiter Text'));
  await stored.delete().eq('id', workshop?.id).throwOnError();
  const statuses = () => Promise.all(addresses.map(async (address) => (await request.get(address)).status()));
  await expect.poll(statuses).toEqual([404, 404]);
  expect((await request.get(`/workshops?workshop=${workshop?.id}`)).status()).toBe(404);
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
