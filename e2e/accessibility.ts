import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDTHS = [390, 1440] as const;

export interface Look {
  readonly width: (typeof WIDTHS)[number];
  readonly colorScheme: 'light' | 'dark';
}

/** The two looks that differ most come first. */
export const LOOKS = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const satisfies readonly Look[];

/** Each state has one look, chosen by its name, so that a suite with many states covers all looks. */
function lookOf(state: string): Look {
  const sum = [...state].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return LOOKS[sum % LOOKS.length] ?? LOOKS[0];
}

/**
 * Resizes the window and waits for two frames: by then the page is laid out and has the scheme's colours. Until the
 * next frame Chromium may combine the new width with styles of the media queries that matched the old one.
 */
async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Violations that axe finds, except those of the rules in `without`. */
export async function violationsOf(page: Page, without: readonly string[] = []): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(TAGS)
    .disableRules([...without])
    // The other mode opens a further page for each analysis, to join the results of frames, which are left out here.
    .setLegacyMode()
    .exclude('iframe')
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id}: ${target} ${html.slice(0, 120)} ${failureSummary}`),
  );
}

/**
 * Renders what is out of sight, too, until the returned function is called: in contents that it skips, Chromium keeps
 * the colours of another scheme for axe.
 */
async function renderAll(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const all = new CSSStyleSheet();
    all.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(all);
    return all;
  });
  return () =>
    sheet.evaluate((all) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== all);
    });
}

/** Expects no violation in one look and no horizontal scrolling at any width, and restores the size of the window. */
export async function expectAccessible(
  page: Page,
  state: string,
  look: Look = lookOf(state),
  without: readonly string[] = [],
): Promise<void> {
  const size = page.viewportSize();
  const skipAgain = await renderAll(page);
  await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
  for (const width of [...WIDTHS.filter((other) => other !== look.width), look.width]) {
    await setWidth(page, width);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${state} at ${width} is wider than the window`).toBeLessThanOrEqual(0);
  }
  expect(await violationsOf(page, without), `${state} at ${look.width}, ${look.colorScheme}`).toEqual([]);
  await skipAgain();
  if (size) await page.setViewportSize(size);
}
