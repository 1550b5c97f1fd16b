import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { comeAliveUnnoticed, openBeforeLife } from './come-alive.ts';
import { expect, test } from './public-pages.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).exclude('iframe').analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test('Reader with assistive technology finds nothing in the way before a page is alive and after', async ({
        page,
        publicPages,
      }) => {
        test.setTimeout(240_000);
        for (const { kind, path } of publicPages) {
          const release = await openBeforeLife(page, path);
          expect(await findings(page), kind).toEqual([]);
          release();
          await comeAliveUnnoticed(page);
          expect(await findings(page), `${kind} alive`).toEqual([]);
          await page.unrouteAll({ behavior: 'wait' });
        }
      });
    });
  }
}

test('Reader with a keyboard skips the header', async ({ page }) => {
  await page.goto('/elemente');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
