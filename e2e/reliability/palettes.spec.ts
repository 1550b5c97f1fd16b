import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import fc from 'fast-check';
import { FUZZ_SEED } from '../../shared/testing/rounds.ts';
import { paletteOf } from '../../shared/ui/palette/palette.ts';
import { schemeRules } from '../../shared/ui/schemes.ts';
import { openAsStaff } from '../platform/sign-in.ts';

const PAIRS = 200;

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** The first ones are hard. */
const pairs = [
  ['#ffff00', '#ffffff'],
  ['#000000', '#000000'],
  ['#ff0000', '#00ff00'],
  ...fc.sample(fc.tuple(hex, hex), { numRuns: PAIRS - 3, seed: FUZZ_SEED }),
] as const;

/** Replaces the tokens as a document of a site with these colours does. */
async function show(page: Page, tokens: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html:root, html:root dialog { ${text} } * { transition: none !important; }`);
    const { adoptedStyleSheets } = document;
    document.adoptedStyleSheets = [...adoptedStyleSheets.filter((one) => !('isPalette' in one)), sheet];
    Object.assign(sheet, { isPalette: true });
  }, tokens);
}

/** axe is in the page since the first analysis. */
const unreadable = (page: Page) =>
  page.evaluate(async () => {
    const { axe } = window as typeof window & {
      axe: {
        run: (options: object) => Promise<{ violations: { nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ runOnly: ['color-contrast'] });
    return violations.flatMap(({ nodes }) => nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary}`));
  });

async function firstPost(page: Page): Promise<string> {
  await page.goto('/');
  const link = page.getByRole('main').getByRole('link', { name: /^LESEN/ });
  return (await link.first().getAttribute('href')) ?? '/';
}

for (const scheme of ['light', 'dark'] as const) {
  test(`Reader can read every text with any two colours, ${scheme}`, async ({ page }) => {
    test.setTimeout(3_600_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    const post = await firstPost(page);
    for (const address of ['/', post, '/course-matrix', '/admin/site']) {
      if (address.startsWith('/admin')) {
        await openAsStaff(page, address);
        await expect(page.getByLabel('Site name')).toBeVisible();
      } else await page.goto(address);
      await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
      for (const [brand, accent] of pairs) {
        await show(page, schemeRules(paletteOf({ brand, accent })[scheme]));
        expect(await unreadable(page), `${address} with ${brand} and ${accent}, ${scheme}`).toEqual([]);
      }
    }
  });
}
