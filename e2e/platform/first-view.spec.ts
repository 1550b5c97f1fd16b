import type { Page } from '@playwright/test';
import { movedByTheRest } from './cut-page.ts';
import { hydrateUnnoticed } from './hydrate.ts';
import { expect, type PublicPage, test } from './public-pages.ts';

/** The entry of a layout shift, which TypeScript's DOM types lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Collects errors and warnings of the console, errors of the page, violations of the policy and layout shifts. */
async function listen(page: Page): Promise<{ complaints: string[]; shifts: () => Promise<string[]> }> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Chromium logs the expected status of a document that is not found.
    const isStatus = message.location().url === page.url() && message.text().includes('status of 404');
    if (['error', 'warning'].includes(message.type()) && !isStatus) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) =>
          [node?.nodeName, node?.textContent?.slice(0, 40), JSON.stringify([previousRect, currentRect])].join(' '),
        );
        if (!entry.hadRecentInput) shifts.push(`${entry.value}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    complaints,
    shifts: () => page.evaluate(() => (window as typeof window & { shifts: string[] }).shifts),
  };
}

test('Reader gets every public page with its content in the HTML', { tag: '@pages' }, async ({
  request,
  publicPages,
}) => {
  for (const { path, content, status } of publicPages) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(status);
    expect(await response.text(), path).toContain(content);
  }
});

test('Reader opens every public page without an error, a policy report or a layout shift', {
  tag: ['@pages', '@crossing'],
}, async ({ page, publicPages }) => {
  const { complaints, shifts } = await listen(page);
  for (const { path, dialog } of publicPages) {
    // A modal dialog reserves the width of a scrollbar, and headless browsers have none.
    if (dialog) continue;
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await shifts(), `layout shift of ${path} as it is`).toEqual([]);
    await hydrateUnnoticed(page);
    await page.waitForLoadState('networkidle');
    expect(await shifts(), `layout shift of ${path}`).toEqual([]);
    expect(complaints, path).toEqual([]);
  }
});

/** In a row of facts and in a row of cards, positions are final only once the whole row has arrived. */
const WITH_ROWS: readonly string[] = ['older posts', 'page of a workshop', 'page of a workshop of the matrix'];
const standsStill = ({ kind, dialog }: PublicPage) => !dialog && !WITH_ROWS.includes(kind);

for (const width of [390, 1280]) {
  test(`Nothing moves while a page arrives in pieces, ${width} wide`, { tag: width === 390 ? '@pages' : [] }, async ({
    page,
    publicPages,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    // Without scripts the document stays as it was sent.
    await page.route('**/*.js', (route) => route.abort());
    for (const { path, status } of publicPages.filter(standsStill)) {
      expect((await page.goto(path))?.status(), path).toBe(status);
      expect.soft(await page.evaluate(movedByTheRest), path).toEqual([]);
    }
  });
}

test('Visitor gets nothing of the staff pages', { tag: '@smoke' }, async ({ page, request }) => {
  const response = await request.get('/admin');
  const html = await response.text();
  expect(html).not.toContain('Dashboard');
  expect(html).not.toContain('Sign Out');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  const { remotes } = await (await request.get('/platform.json')).json();
  expect(asked).not.toContain(remotes['mf-admin'].entry);
});
