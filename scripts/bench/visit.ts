import type { Browser, Page } from 'playwright';
import { until } from '../started-platform.ts';
import { CLICKED, type Seen, watchPage } from './probe.ts';
import { type Requests, watchRequests } from './requests.ts';

/** So much slower than this machine is the phone that is played: what Lighthouse takes. */
const CPU = 4;
/** More than what may lie between two requests of one chain on a slow line. */
const QUIET_MS = 1_000;

export interface Visit {
  readonly page: Page;
  readonly requests: Requests;
  readonly seen: () => Promise<Seen>;
  /** Resolves once nothing is under way and nothing changes any more. */
  readonly settled: () => Promise<void>;
}

const isQuiet = (quiet: number) =>
  document.readyState === 'complete' && performance.now() - window.seen.changed > quiet;

/** Opens an address in a browser that has seen nothing yet; `before` prepares the page for what is looked for. */
export async function visit<T>(
  browser: Browser,
  address: string,
  use: (visit: Visit) => Promise<T>,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'de-CH' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const requests = await watchRequests(devtools);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await page.addInitScript(watchPage, CLICKED);
    await before(page);
    await page.goto(address, { waitUntil: 'commit' });
    return await use({
      page,
      requests,
      seen: () => page.evaluate(() => window.seen),
      settled: () =>
        until(`${address} is quiet`, async () => requests.areQuiet(QUIET_MS) && page.evaluate(isQuiet, QUIET_MS)),
    });
  } finally {
    await context.close();
  }
}
