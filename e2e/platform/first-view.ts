import type { Page } from '@playwright/test';

/** The entry of a layout shift, which TypeScript's DOM types lack. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Collects messages of the console with their sources, errors of a page, and violations of the content security policy. */
export async function complaintsOf(page: Page, levels = ['error', 'warning']): Promise<string[]> {
  const complaints: string[] = [];
  const documents = new Set<string>();
  page.on('request', (request) => request.isNavigationRequest() && documents.add(request.url()));
  page.on('console', (message) => {
    // Chromium logs the expected status of a document that is not found.
    const { url } = message.location();
    const isStatus = documents.has(url) && message.text().includes('status of 404');
    if (levels.includes(message.type()) && !isStatus) complaints.push(`${message.text()} (${url} on ${page.url()})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  );
  return complaints;
}

/** The complaints of a page, and the layout shifts of its open document. */
export async function watchFirstView(page: Page): Promise<{ complaints: string[]; shifts: () => Promise<string[]> }> {
  const complaints = await complaintsOf(page);
  await page.addInitScript(() => {
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
  return { complaints, shifts: () => page.evaluate(() => (window as typeof window & { shifts: string[] }).shifts) };
}
