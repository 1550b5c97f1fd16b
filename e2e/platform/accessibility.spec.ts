import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { comeAlive } from './come-alive.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test('Reader with assistive technology finds nothing in the way on the pages of the shell', async ({ page }) => {
        for (const path of ['/', '/elemente', '/chatgpt-lernziele', '/login', '/nirgends']) {
          await page.goto(path, { waitUntil: 'networkidle' });
          expect(await findings(page), path).toEqual([]);
          await comeAlive(page);
          expect(await findings(page), `${path} alive`).toEqual([]);
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
