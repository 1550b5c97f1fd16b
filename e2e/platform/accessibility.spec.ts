import { expectAccessible, LOOKS } from '../accessibility.ts';
import { hydrateUnnoticed, openBeforeHydration } from './hydrate.ts';
import { expect, test } from './public-pages.ts';

const [A, B, C, D] = LOOKS;
/** Looks before and after hydration. They differ in width and scheme, so that a page covers both values of each. */
const PAIRS = [
  [A, B],
  [C, D],
  [B, A],
  [D, C],
] as const;

test(
  'Reader with assistive technology finds nothing in the way before a page is hydrated and after',
  { tag: '@pages' },
  async ({ page, publicPages, templates }, { project }) => {
    test.setTimeout(240_000);
    // The smoke project checks templates in the first pair, the full project other pages in turn and templates in other pairs.
    const others = templates.map(({ kind, path }, index) => ({ kind, path, pair: PAIRS[index % 2 ? 1 : 3] }));
    const inTurn = publicPages.map(({ kind, path }, index) => ({ kind, path, pair: PAIRS[index % PAIRS.length] }));
    const first = templates.map(({ kind, path }) => ({ kind, path, pair: PAIRS[0] }));
    for (const { kind, path, pair = PAIRS[0] } of project.name === 'smoke' ? first : [...inTurn, ...others]) {
      const release = await openBeforeHydration(page, path);
      await expectAccessible(page, kind, pair[0]);
      release();
      await hydrateUnnoticed(page);
      await expectAccessible(page, `${kind} hydrated`, pair[1]);
      await page.unrouteAll({ behavior: 'wait' });
    }
  },
);

test('Reader with a keyboard skips the header', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/elemente');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
