import type { Browser, CDPSession, Page } from 'playwright';
import { until } from '../../shared/testing/until.ts';

/** Calls of the DevTools protocol over any channel: `send` resolves with the result that comes by `receive`. */
export function pendingCalls(post: (message: string) => unknown) {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  return {
    async send(method: string, params: object = {}): Promise<unknown> {
      last += 1;
      const call = Promise.withResolvers<unknown>();
      waiting.set(last, call);
      await post(JSON.stringify({ id: last, method, params }));
      return call.promise;
    },
    receive(message: string): void {
      const { id, result, error } = JSON.parse(message);
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    },
  };
}

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

export type Seen = ReturnType<typeof watchPage>;

declare global {
  interface Window {
    seen: Seen;
  }
}

export const CLICKED = 'bench-clicked';

/** Runs in a page before its scripts, like the functions below, so that none may refer to anything outside itself. */
export function watchPage(clicked: string) {
  const seen = {
    firstPaint: 0,
    lcp: 0,
    tasks: [] as { readonly start: number; readonly length: number }[],
    interactions: [] as number[],
    changed: 0,
    pressed: null as number | null,
    hydrated: null as number | null,
    shown: null as number | null,
  };
  window.seen = seen;
  const observe = (type: string, note: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((entries) => {
      seen.changed = performance.now();
      for (const entry of entries.getEntries()) note(entry);
    }).observe({ type, buffered: true, ...more });
  observe('paint', ({ startTime }) => {
    seen.firstPaint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, length: duration }));
  const noteEvent = (entry: PerformanceEntry) =>
    'interactionId' in entry && entry.interactionId && seen.interactions.push(entry.duration);
  observe('event', noteEvent, { durationThreshold: 16 });
  new MutationObserver(() => {
    const { dataset = {} } = document.documentElement ?? {};
    // Releases before the renaming of attributes set `alive`.
    if ('hydrated' in dataset || 'alive' in dataset) seen.hydrated ??= performance.now();
  }).observe(document, { subtree: true, attributes: true });
  addEventListener('pointerdown', ({ timeStamp }) => (seen.pressed ??= timeStamp), true);
  addEventListener(
    'click',
    ({ timeStamp }) => sessionStorage.setItem(clicked, `${performance.timeOrigin + timeStamp}`),
    true,
  );
  return seen;
}

export function watchFor({ path, selector }: { path: string; selector: string }): void {
  const isThere = () =>
    location.pathname === path && [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
  const look = () =>
    requestAnimationFrame(() => {
      if (isThere()) requestAnimationFrame(() => (window.seen.shown = performance.timeOrigin + performance.now()));
      else look();
    });
  look();
}

export function watchDecrease(selector: string): void {
  let most = 0;
  const count = () => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
  const look = () =>
    requestAnimationFrame(() => {
      const now = count();
      most = Math.max(most, now);
      if (now < most * 0.8)
        requestAnimationFrame(() => (window.seen.shown = performance.timeOrigin + performance.now()));
      else look();
    });
  look();
}
