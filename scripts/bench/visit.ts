import type { Browser, CDPSession, Page } from 'playwright';
import { until } from '../../shared/testing/until.ts';
import { CLICKED, type Seen, watchPage } from './probe.ts';

export const CPU = 4;
export const WINDOW = { width: 1280, height: 800 };
/** Longer than the gap between two requests of one chain on a slow line. */
export const QUIET_MS = 1_000;

interface Timing {
  readonly type: string;
  readonly start: number;
  end: number;
  bytes: number;
}

export function longestChain(requests: readonly Pick<Timing, 'start' | 'end'>[]): number {
  const chains = new Map<Pick<Timing, 'start' | 'end'>, number>();
  for (const one of requests.toSorted((a, b) => a.start - b.start)) {
    const before = [...chains].filter(([{ end }]) => end <= one.start).map(([, length]) => length);
    chains.set(one, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...chains.values());
}

async function watchRequests(devtools: CDPSession) {
  const timings = new Map<string, Timing>();
  let changed = Date.now();
  const note = (id: string, update: Partial<Timing>) => {
    changed = Date.now();
    const timing = timings.get(id);
    if (timing) Object.assign(timing, update);
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, type = '', timestamp, request }) => {
    if (!request.url.startsWith('http')) return;
    changed = Date.now();
    timings.set(requestId, { type, start: timestamp, end: Number.POSITIVE_INFINITY, bytes: 0 });
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    note(requestId, { end: timestamp, bytes: encodedDataLength }),
  );
  devtools.on('Network.loadingFailed', ({ requestId, timestamp }) => note(requestId, { end: timestamp }));
  await devtools.send('Network.enable');

  const all = () => [...timings.values()];
  return {
    areQuiet: (milliseconds: number) =>
      Date.now() - changed > milliseconds && all().every(({ end }) => Number.isFinite(end)),
    bytes: (type?: string) =>
      all().reduce((sum, one) => (type === undefined || one.type === type ? sum + one.bytes : sum), 0),
    longestChain: () => longestChain(all()),
  };
}

export interface Visit {
  readonly page: Page;
  readonly requests: Awaited<ReturnType<typeof watchRequests>>;
  readonly seen: () => Promise<Seen>;
  readonly settled: () => Promise<void>;
}

/** Runs in a page. */
export const isQuiet = (quiet: number) =>
  document.readyState === 'complete' && performance.now() - window.seen.changed > quiet;

export async function visit<T>(
  browser: Browser,
  address: string,
  use: (visit: Visit) => Promise<T>,
  before: (page: Page) => Promise<unknown> = async () => {},
): Promise<T> {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'de-CH' });
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
