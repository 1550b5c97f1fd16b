import type { Page } from '@playwright/test';

const WIDTHS = [390, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
export const LOOKS = WIDTHS.flatMap((width) =>
  SCHEMES.map((colorScheme) => ({ width, colorScheme, name: `${width} ${colorScheme}` })),
);

/** Runs in a page: replaces what differs from one run to the next, and loads what is out of sight. */
async function steady(): Promise<void> {
  const CHANGING: readonly (readonly [RegExp, string])[] = [
    [/\b\d{1,2}:\d{2}(:\d{2})?\b/g, '00:00'],
    [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-?[0-9a-f]*\b/g, 'id'],
    [/\b[0-9a-f]{10,64}\b/g, 'hash'],
    [/(127\.0\.0\.1|localhost):\d+/g, '$1'],
    [/\b\d+(\.\d+)? (ms|s|kB|MB|GB|seconds?|minutes?)\b/g, '0 $2'],
  ];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const same = CHANGING.reduce((result, [pattern, by]) => result.replaceAll(pattern, by), text);
    if (same !== text) node.nodeValue = same;
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('input[type="datetime-local"], time'))
    input.style.visibility = 'hidden';
  const style = new CSSStyleSheet();
  style.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(style);
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** Pictures of the whole open page by the names of looks. */
export async function draw(page: Page): Promise<ReadonlyMap<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const { width, colorScheme, name } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(steady);
    pictures.set(
      name,
      await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide', timeout: 120_000 }),
    );
  }
  return pictures;
}
