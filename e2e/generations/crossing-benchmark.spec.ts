/**
 * Measures a click that leads to a page of another generation, from a hydrated page and from an unused one, and the same
 * click by soft navigation within a generation, on slow 4G and a processor slowed down four times. Measures the memory that
 * the other generation takes. Prints figures only.
 */
import { setTimeout } from 'node:timers/promises';
import { type CDPSession, type Page, test } from '@playwright/test';
import { figures } from '../figures.ts';
import { hydrate } from '../platform/hydrate.ts';
import { shellPss } from '../platform/shell-memory.ts';
import { givenGenerations } from './given-generations.ts';

const given = givenGenerations();

const ROUNDS = Number(process.env.BENCHMARK_ROUNDS ?? 15);
const SLOWDOWN = 4;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** A reader rests on a link for a moment before the press. */
const REST_MS = 400;
const HEADING = 'Workshop Program';

async function slow(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return session;
}

/**
 * Runs in every document, and keeps when the press began and when the page was painted that it leads to: a document's
 * first contentful paint, else two frames after the heading is there. The browser reads both times, as the way of a
 * command to it is no part of a click.
 */
function watchClick(heading: string): void {
  const keep = (name: string, time: number) => sessionStorage.setItem(name, String(performance.timeOrigin + time));
  const onFrame = () => {
    const isThere = document.querySelector('h1')?.textContent.startsWith(heading);
    requestAnimationFrame(isThere ? () => requestAnimationFrame((end) => keep('painted', end)) : onFrame);
  };
  const onPaint = (list: PerformanceObserverEntryList) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) keep('painted', startTime);
  };
  if (sessionStorage.getItem('pressed')) new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true });
  const onPress = ({ timeStamp }: Event) => {
    keep('pressed', timeStamp);
    requestAnimationFrame(onFrame);
  };
  addEventListener('pointerdown', onPress, { capture: true, once: true });
}

/** Milliseconds from the press until the page is painted that it leads to. */
async function click(page: Page, path: string): Promise<number> {
  const link = page.locator(`header a[href="${path}"]`).first();
  await link.hover();
  await page.waitForTimeout(REST_MS);
  await link.click();
  const painted = await page.waitForFunction(() => sessionStorage.getItem('painted'));
  const pressed = await page.evaluate(() => sessionStorage.getItem('pressed'));
  return Number(await painted.jsonValue()) - Number(pressed);
}

const CASES = [
  { name: 'crossing, hydrated page', isHydrated: true, isOther: true },
  { name: 'crossing, unused page', isHydrated: false, isOther: true },
  { name: 'soft, hydrated page', isHydrated: true, isOther: false },
] as const;

async function rollBack(): Promise<void> {
  await given.platform.registry.rollback('mf-matrix', { author: 'test', reason: '' });
  await given.platform.inForce();
}

const VISITS = 200;
/** V8 collects the garbage of an idle process within about 15 seconds. */
const IDLE_MS = 20_000;

/** Megabytes of the idle shell and its workers after visits, of which each leaves a page in the cache. */
async function memoryAfterVisits(word: string): Promise<number> {
  for (let visit = 0; visit < VISITS; visit += 1)
    for (const path of ['/', '/workshops', `/course-matrix?suche=${word}-${visit}`])
      await (await fetch(given.platform.url + path)).text();
  await setTimeout(IDLE_MS);
  return (await shellPss(given.platform.dataDir)) / 1e6;
}

test('Memory of the other generation', async () => {
  test.setTimeout(300_000);
  await memoryAfterVisits('eins');
  const one = await memoryAfterVisits('zwei');
  await given.goBack('mf-matrix');
  const both = await memoryAfterVisits('drei');
  const text = `PSS at rest: ${one.toFixed(0)} MB, with both ${both.toFixed(0)} MB, +${(both - one).toFixed(0)} MB`;
  process.stdout.write(`${text} with ${VISITS} more pages in the cache\n`);
  await rollBack();
});

test('A click across generations', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const times = new Map<string, number[]>(CASES.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each case is first as often as last.
    for (const { name, isHydrated, isOther } of round % 2 ? CASES.toReversed() : CASES) {
      if (isOther) await given.goBack('mf-matrix');
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.addInitScript(watchClick, HEADING);
      await slow(page);
      await page.goto(given.platform.url);
      if (isHydrated) await hydrate(page);
      times.get(name)?.push(await click(page, '/course-matrix'));
      await context.close();
      if (isOther) await rollBack();
    }
  }
  const lines = [...times].map(([name, values]) => figures(name, values));
  const median = (name: string) => times.get(name)?.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  const ratio = median('crossing, hydrated page') / median('crossing, unused page');
  lines.push(`hydrated to unused: ${ratio.toFixed(2)} x`);
  process.stdout.write(`${lines.join('\n')}\n`);
});
