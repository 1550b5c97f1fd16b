import { expect } from '@playwright/test';
import { hydrated, openBeforeHydration } from '../platform/hydrate.ts';
import { test } from './content.ts';

test('Reader can open and close the details of a workshop by keyboard alone', { tag: '@smoke' }, async ({
  page,
  content,
}) => {
  const text = Array.from({ length: 80 }, (_, index) => `Absatz ${index}`).join('\n\n');
  await content.addWorkshops([{ title: `Eins ${content.word}`, content: text }, { title: `Zwei ${content.word}` }]);
  await page.goto(`/workshops?suche=${content.word}`);
  const card = page.getByRole('article', { name: `Eins ${content.word}` });
  const details = card.getByRole('button', { name: 'Details' });
  await details.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Eins ${content.word}` });
  await expect(dialog.getByText('Absatz 79')).toBeAttached();
  await expect(dialog.getByRole('button', { name: 'Schliessen' })).toBeFocused();
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
      ),
    ).toBe(true);
  }
  await page.mouse.wheel(0, 2000);
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(details).toBeFocused();
  await expect(page).toHaveURL(`/workshops?suche=${content.word}`);
});

test('Reader can close the details with the backdrop and with Back', async ({ page, content }) => {
  await content.addWorkshops([{ title: `Eins ${content.word}` }]);
  await page.goto(`/workshops?suche=${content.word}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Details' }).click();
  await hydrated(page);
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('Reader can share the address of a workshop', async ({ page, content }) => {
  const [workshop] = await content.addWorkshops([{ title: `Eins ${content.word}`, learning_objectives: '- Ein Ziel' }]);
  const response = await page.goto(`/workshops?workshop=${workshop?.id}`);
  expect(response?.status()).toBe(200);
  const dialog = page.getByRole('dialog', { name: `Eins ${content.word}` });
  await expect(dialog.getByText('Ein Ziel')).toBeVisible();
  await dialog.getByRole('button', { name: 'Schliessen' }).click();
  await expect(page).toHaveURL('/workshops');
  await expect(dialog).toBeHidden();
});

test('A workshop that does not exist is a 404 that still shows the list', async ({ page, request }) => {
  const address = `/workshops?workshop=${crypto.randomUUID()}`;
  expect((await request.get(address)).status()).toBe(404);
  const release = await openBeforeHydration(page, address);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Diesen Workshop gibt es nicht oder nicht mehr.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article').first()).toBeVisible();
  release();
  await hydrated(page);
  await expect(page).toHaveURL('/workshops');
  await expect(dialog).toBeHidden();
});
