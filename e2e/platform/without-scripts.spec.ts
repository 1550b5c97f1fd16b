import type { Page } from '@playwright/test';
import { expect, test } from './public-pages.ts';

test.use({ javaScriptEnabled: false });

/** The specification gives this button no action: it shows the number of likes. */
const LIKES = /^\d+ Likes$/;

/** Runs in a page: returns visible buttons that need a script. */
function deadButtons() {
  const buttons = [...document.querySelectorAll('button')].filter((button) =>
    button.checkVisibility({ visibilityProperty: true }),
  );
  const answers = (button: HTMLButtonElement) =>
    button.type === 'submit' && ['get', 'dialog'].includes(button.formMethod || button.form?.method || '');
  return buttons.filter((button) => !answers(button)).map(({ textContent }) => textContent ?? '');
}

/** Runs in a page: returns visible fields that no form sends. */
function deadFields() {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')];
  return fields.filter((field) => field.checkVisibility() && field.form?.method !== 'get').map(({ name }) => name);
}

async function searchFromHere(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Suche' }).click();
  await page.getByRole('searchbox', { name: 'Suchbegriff' }).fill('prüfung');
  await page.keyboard.press('Enter');
  const hit = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  const title = (await hit.textContent()) ?? '';
  await hit.click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
}

for (const width of [390, 1440]) {
  test(`Reader with scripts switched off reads, searches and leaves every public page, ${width} wide`, {
    tag: width === 390 ? '@pages' : [],
  }, async ({ page, publicPages }) => {
    await page.setViewportSize({ width, height: 844 });
    for (const { kind, path, status, dialog } of publicPages) {
      await test.step(kind, async () => {
        expect((await page.goto(path))?.status()).toBe(status);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (kind === 'login') return expect(page.getByRole('status')).toHaveText('Signing in needs JavaScript.');
        expect((await page.evaluate(deadButtons)).filter((text) => !LIKES.test(text))).toEqual([]);
        expect(await page.evaluate(deadFields)).toEqual([]);
        if (dialog) {
          await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible();
          await page.getByRole('dialog').getByRole('button', { name: 'Schliessen' }).click();
          await expect(page.getByRole('dialog')).toBeHidden();
        }
        await searchFromHere(page);
        await page.goBack();
        await page.getByRole('banner').getByRole('link', { name: 'ONLINE COURSES' }).click();
        await expect(page).toHaveURL('/online-courses');
      });
    }
  });
}
