import { expect, type Page, test } from '@playwright/test';
import { holdRequests } from '../platform/held-requests.ts';
import { CODE, hydrated } from '../platform/hydrate.ts';

const PAGE = '/course-matrix';

const searchField = (page: Page) => page.getByPlaceholder('Search workshop titles...');

async function showing(page: Page, shown: number) {
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText(`Showing ${shown} of 54 workshops`);
  await expect(page.getByRole('article').filter({ visible: true })).toHaveCount(shown);
}

test('Reader can filter before the code is loaded, and keeps text, caret and result, of which hydration shows no other', {
  tag: '@smoke',
}, async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const release = await holdRequests(page, CODE);
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Einstieg', exact: true }).click();
  await searchField(page).pressSequentially('hatbot');
  await searchField(page).press('Home');
  await searchField(page).pressSequentially('C');
  await showing(page, 1);
  await expect(page.locator('html[data-hydrated]')).toHaveCount(0);
  await page.evaluate(() => {
    const visible = () => [...document.querySelectorAll<HTMLElement>('main article')].filter((card) => !card.hidden);
    const seen = new Set([visible().length]);
    new MutationObserver(() => seen.add(visible().length)).observe(document.body, {
      ...{ subtree: true, childList: true, attributes: true },
      attributeFilter: ['hidden'],
    });
    Reflect.set(window, 'cardCounts', seen);
  });
  release();
  await hydrated(page);
  await expect(page).toHaveURL(`${PAGE}?suche=Chatbot&stufe=N1`);
  // Hydration has removed the hidden cards.
  await expect(page.locator('main article')).toHaveCount(1);
  expect(await page.evaluate(() => [...(Reflect.get(window, 'cardCounts') as Set<number>)])).toEqual([1]);
  await page.keyboard.type('x');
  await expect(searchField(page)).toHaveValue('Cxhatbot');
  await showing(page, 0);
  await page.getByRole('link', { name: 'Clear all filters to see all workshops' }).click();
  await showing(page, 54);
  expect(errors).toEqual([]);
});
