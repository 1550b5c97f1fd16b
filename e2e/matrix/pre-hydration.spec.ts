import { expect, type Page, test } from '@playwright/test';
import { holdRequests } from '../platform/held-requests.ts';
import { CODE, hydrated } from '../platform/hydrate.ts';

const PAGE = '/course-matrix';

const searchField = (page: Page) => page.getByPlaceholder('Search workshop titles...');
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const cards = (page: Page) => page.getByRole('article').filter({ visible: true });
const isNotHydrated = (page: Page) => expect(page.locator('html[data-hydrated]')).toHaveCount(0);

async function showing(page: Page, shown: number) {
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText(`Showing ${shown} of 54 workshops`);
  await expect(cards(page)).toHaveCount(shown);
}

/** Opens the page with its code held. Returns a function that releases the code, and the errors of the page. */
async function openHeld(page: Page) {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const release = await holdRequests(page, CODE);
  await page.goto(PAGE);
  return { release, errors };
}

test('Reader can filter by text before the code is loaded, and keeps text, caret and result after hydration', {
  tag: '@smoke',
}, async ({ page }) => {
  const { release, errors } = await openHeld(page);
  await searchField(page).pressSequentially('hatbot');
  await searchField(page).press('Home');
  await searchField(page).pressSequentially('C');
  await showing(page, 2);
  await isNotHydrated(page);
  release();
  await hydrated(page);
  await expect(page).toHaveURL(`${PAGE}?suche=Chatbot`);
  await showing(page, 2);
  await page.keyboard.type('x');
  await expect(searchField(page)).toHaveValue('Cxhatbot');
  await showing(page, 0);
  await expect(page.getByText('No workshops match your filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear all filters to see all workshops' }).click();
  await showing(page, 54);
  expect(errors).toEqual([]);
});

test('Reader sees no card that the filters exclude while the page hydrates', async ({ page }) => {
  const { release, errors } = await openHeld(page);
  await chip(page, 'Einstieg').click();
  await searchField(page).fill('chatbot');
  await showing(page, 1);
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
  await expect(page).toHaveURL(`${PAGE}?suche=chatbot&stufe=N1`);
  // Hydration has removed the hidden cards.
  await expect(page.locator('main article')).toHaveCount(1);
  expect(await page.evaluate(() => [...(Reflect.get(window, 'cardCounts') as Set<number>)])).toEqual([1]);
  expect(errors).toEqual([]);
});
