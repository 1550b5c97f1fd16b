/**
 * Measures how long a key takes in the search box of a matrix of 2,000 workshops, on a processor slowed down four times.
 * Prints figures only.
 */
import { type Page, test } from '@playwright/test';
import { figures } from '../figures.ts';
import { hydrate } from '../platform/hydrate.ts';
import { manyWorkshops } from './many-workshops.ts';

const SLOWDOWN = 4;
const TYPED = 'Datenschutz im Kursalltag 7';

interface Key {
  /** Milliseconds from the key's input event until the counter shows the result of the filter. */
  readonly counted: number;
  /** Milliseconds until the list shows it, too; 0 when the list does not change. */
  readonly listed: number;
}

declare global {
  interface Window {
    keys: Key[];
    /** Milliseconds of each task that blocked the page for more than 50 ms. */
    longTasks: number[];
  }
}

/** Measures inside the page, as the messages of the test runner take longer than a key. */
function watchKeys() {
  window.keys = [];
  window.longTasks = [];
  new PerformanceObserver((list) => {
    window.longTasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask' });
  let start = 0;
  addEventListener(
    'input',
    () => {
      start = performance.now();
    },
    { capture: true },
  );
  // React listens on an inner element and renders urgent updates before the event bubbles up to here.
  addEventListener('input', () => {
    const from = start;
    const key = { counted: performance.now() - from, listed: 0 };
    window.keys.push(key);
    const observer = new MutationObserver(() => {
      key.listed ||= performance.now() - from;
    });
    observer.observe(document.querySelector('main') as HTMLElement, { subtree: true, childList: true });
    setTimeout(() => observer.disconnect(), 250);
  });
}

async function typeSlowly(page: Page, text: string) {
  await page.getByPlaceholder('Search workshop titles...').focus();
  await page.evaluate(() => window.longTasks.splice(0));
  for (const key of text) {
    await page.keyboard.type(key);
    await page.waitForTimeout(700);
  }
  for (const _ of text) {
    await page.keyboard.press('Backspace');
    await page.waitForTimeout(700);
  }
  return page.evaluate(() => ({ keys: window.keys, longTasks: window.longTasks }));
}

test.setTimeout(180_000);

test('Reader types into the search box among 2,000 workshops', async ({ page, baseURL }) => {
  const workshops = await manyWorkshops(baseURL ?? '');
  try {
    await workshops.add(2_000);
    await page.addInitScript(watchKeys);
    await page.goto('/course-matrix');
    await hydrate(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const { keys, longTasks } = await typeSlowly(page, TYPED);
    const listed = keys.map((key) => key.listed).filter((time) => time > 0);
    const counted = keys.map((key) => key.counted);
    const summaries = [
      figures('counter follows after', counted),
      figures('list follows after', listed),
      figures(`${longTasks.length} long tasks`, longTasks),
    ];
    process.stdout.write(`${summaries.join('\n')}\n`);
  } finally {
    await workshops.remove();
  }
});
