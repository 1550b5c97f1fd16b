import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { holdRequests } from '../platform/held-requests.ts';
import { hydrate } from '../platform/hydrate.ts';

const PAGE = '/course-matrix';
const counter = (page: Page) => page.getByRole('status').filter({ hasText: 'Showing' });
const showing = (page: Page, shown: number) => expect(counter(page)).toHaveText(`Showing ${shown} of 54 workshops`);
const firstCard = (page: Page) => page.getByRole('article').first().getByRole('link');
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens a page and hydrates it, since until then it is a plain form. */
async function openAlive(page: Page) {
  await page.goto(PAGE);
  await hydrate(page);
}

test('Reader can narrow the workshops down, share the address and walk back', { tag: ['@smoke', '@crossing'] }, async ({
  page,
}) => {
  await openAlive(page);
  await showing(page, 54);
  await page.getByRole('button', { name: 'GL: Grundlagen und Einordnung' }).click();
  await page.getByRole('button', { name: 'Einstieg', exact: true }).click();
  await showing(page, 3);
  await page.getByPlaceholder('Search workshop titles...').pressSequentially('CHATBOT');
  await showing(page, 1);
  await expect(page).toHaveURL(`${PAGE}?suche=CHATBOT&kategorie=GL&stufe=N1`);
  await page.reload();
  await showing(page, 1);
  await expectAccessible(page, 'filtered matrix');
  await page.goBack();
  await showing(page, 3);
});

test('Reader can press chips before the page has rendered the first one', async ({ page }) => {
  await openAlive(page);
  await page.evaluate(() => {
    for (const value of ['category:GL', 'level:N2', 'level:N2', 'level:N1']) {
      document.querySelector<HTMLButtonElement>(`button[value="${value}"]`)?.click();
    }
  });
  await expect(page).toHaveURL(`${PAGE}?kategorie=GL&stufe=N1`);
  await showing(page, 3);
});

test('Reader can open and close the modal by keyboard and backdrop, and is back where they were', {
  tag: '@crossing',
}, async ({ page }) => {
  await openAlive(page);
  const link = firstCard(page);
  const title = (await link.textContent()) ?? '';
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  await expect(dialog(page).getByRole('heading', { name: 'Learning Goals & Success Criteria' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(PAGE);

  await page.evaluate(() => scrollTo({ top: 600, behavior: 'instant' }));
  await page.getByRole('article').nth(4).getByRole('link').click();
  await expect(dialog(page)).toBeVisible();
  const before = await page.evaluate(() => scrollY);
  expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  await page.mouse.click(5, 400);
  await expect(dialog(page)).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(before);
});

test('Reader gets the modal fetched when it opens, and nothing else', async ({ page }) => {
  await openAlive(page);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (['fetch', 'xhr', 'script'].includes(request.resourceType())) fetched.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Aufbau' }).click();
  await page.getByRole('link', { name: 'Matrix', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
  expect(fetched).toEqual([]);
  await expectAccessible(page, 'matrix');
  const release = await holdRequests(page, '**/_data/course-matrix?**');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(dialog(page).getByText('Loading course details...')).toBeVisible();
  release();
  await expect(dialog(page).getByText('Learning Goal', { exact: true }).first()).toBeVisible();
  expect(fetched).toEqual(['/_data/course-matrix']);
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false });

  test('Reader can search, press chips, open a workshop and its page', async ({ page }) => {
    await page.goto(PAGE);
    await showing(page, 54);
    await page.getByRole('button', { name: 'RE: Recht und Ethik' }).click();
    await showing(page, 9);
    await expect(page).toHaveURL(`${PAGE}?kategorie=RE`);
    await page.getByPlaceholder('Search workshop titles...').fill('grauzone');
    await page.keyboard.press('Enter');
    await showing(page, 1);
    await expect(page).toHaveURL(`${PAGE}?kategorie=RE&suche=grauzone`);
    const title = (await firstCard(page).textContent()) ?? '';
    await firstCard(page).click();
    await expect(dialog(page).getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Zur Übersicht' }).click();
    await showing(page, 1);
    await firstCard(page).click();
    await dialog(page).getByRole('link', { name: 'Eigene Seite' }).click();
    await expect(page).toHaveURL(/\/course-matrix\/[\da-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});
