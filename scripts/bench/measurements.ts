import type { Browser, Page } from 'playwright';
import { pause, until } from '../../shared/testing/until.ts';
import type { Site } from './sites.ts';
import {
  CLICKED,
  CPU,
  isQuiet,
  pendingCalls,
  QUIET_MS,
  type Seen,
  type Visit,
  visit,
  WINDOW,
  watchDecrease,
  watchFor,
  watchPage,
} from './visit.ts';

export type Figures = Readonly<Record<string, number>>;
type Measurement = (browser: Browser, site: Site) => Promise<Figures>;

const KB = 1_000;
const DWELL_MS = 100;
const BETWEEN_KEYS_MS = 150;
const BEFORE_KEYS_MS = 500;
const SHORTEST_MS = 16;
const LONG_MS = 50;
const TEXT = 'main article:has(h1) p:not([class])';

/** Total blocking time after a moment: of each task the part above 50 ms. */
export const blockingOf = (tasks: Seen['tasks'], from: number) =>
  tasks
    .map(({ start, length }) => start + length - Math.max(start, from) - LONG_MS)
    .reduce((sum, above) => sum + Math.max(0, above), 0);

const isHydrated = () => window.seen.hydrated !== null;

const sincePress = ({ pressed, hydrated }: Seen) => (hydrated ?? Number.NaN) - (pressed ?? Number.NaN);

/** Presses where the pointer rested before. */
async function pressOn(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().hover();
  await pause(DWELL_MS);
  await page.mouse.down();
  await page.mouse.up();
}

async function hydrate({ page, settled, seen }: Visit): Promise<Seen> {
  if (!(await page.evaluate(isHydrated))) await page.locator('h1').first().click();
  await page.waitForFunction(isHydrated);
  await settled();
  return seen();
}

const page =
  (name: keyof Site['addresses']): Measurement =>
  async (browser, site) => {
    await site.prepare(site.addresses[name]);
    return visit(browser, site.origin + site.addresses[name], async (visited) => {
      const { requests } = visited;
      await visited.settled();
      const { firstPaint, lcp, tasks } = await visited.seen();
      const unused = {
        'document, kB': requests.bytes('Document') / KB,
        'scripts, kB': requests.bytes('Script') / KB,
        'all, kB': requests.bytes() / KB,
        'requests in a row': requests.longestChain(),
        'LCP, ms': lcp,
        'blocking, ms': blockingOf(tasks, firstPaint),
      };
      if (!site.hydrates) return unused;
      const seen = await hydrate(visited);
      return {
        ...unused,
        'press to hydrated, ms': sincePress(seen),
        'blocking while hydrating, ms': blockingOf(seen.tasks, seen.pressed ?? 0),
        'scripts when hydrated, kB': requests.bytes('Script') / KB,
      };
    });
  };

const sinceClick = (clicked: string) => (window.seen.shown ?? Number.NaN) - Number(sessionStorage.getItem(clicked));
const isShown = () => window.seen.shown !== null;

async function clickThrough(browser: Browser, site: Site, hydratesFirst: boolean): Promise<number> {
  const { home, post } = site.addresses;
  await site.prepare(post);
  await site.prepare(home);
  const before = (page: Page) => page.addInitScript(watchFor, { path: post, selector: TEXT });
  return visit(
    browser,
    site.origin + home,
    async (visited) => {
      const { page } = visited;
      await visited.settled();
      if (hydratesFirst) await hydrate(visited);
      await pressOn(page, `main a[href="${post}"]`);
      await page.waitForFunction(isShown);
      return page.evaluate(sinceClick, CLICKED);
    },
    before,
  );
}

const click: Measurement = async (browser, site) => ({
  'from an unused page, ms': await clickThrough(browser, site, false),
  ...(site.hydrates && { 'from a hydrated page, ms': await clickThrough(browser, site, true) }),
});

const control: Measurement = async (browser, site) => {
  if (!site.hydrates) return {};
  await site.prepare(site.addresses.home);
  return visit(browser, site.origin + site.addresses.home, async ({ page, settled, seen }) => {
    await settled();
    await pressOn(page, 'main button');
    await page.waitForFunction(isHydrated);
    return { 'press to hydrated, ms': sincePress(await seen()) };
  });
};

const filter: Measurement = async (browser, site) => {
  if (!site.hydrates) return {};
  await site.prepare(site.addresses.matrix);
  const before = (page: Page) => page.addInitScript(watchDecrease, 'main article');
  return visit(
    browser,
    site.origin + site.addresses.matrix,
    async (visited) => {
      const { page } = visited;
      const field = page.getByRole('searchbox');
      await field.focus();
      await page.keyboard.type('prompt');
      await page.waitForFunction(isShown);
      const usable = await page.evaluate(() => (window.seen.shown ?? Number.NaN) - performance.timeOrigin);
      await visited.settled();
      await field.fill('');
      await visited.settled();
      await page.evaluate(() => window.seen.interactions.splice(0));
      await field.pressSequentially('prompt design', { delay: BETWEEN_KEYS_MS });
      for (let key = 0; key < 5; key += 1) await field.press('Backspace', { delay: BETWEEN_KEYS_MS });
      await visited.settled();
      const { interactions } = await visited.seen();
      return { 'usable, ms': usable, 'INP, ms': Math.max(SHORTEST_MS, ...interactions) };
    },
    before,
  );
};

/** Keys that are typed into the matrix' search while its scripts load and hydrate. */
const keys = async (browser: Browser, site: Site): Promise<Figures> => {
  if (!site.hydrates) return {};
  await site.prepare(site.addresses.matrix);
  const tab = await openBareTab(browser);
  const untilQuiet = () => until(`${site.name} is quiet`, () => tab.evaluate(`(${isQuiet})(${QUIET_MS})`));
  try {
    await tab.send('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 1, mobile: false });
    await tab.send('Emulation.setCPUThrottlingRate', { rate: CPU });
    await tab.send('Page.enable');
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watchPage})('${CLICKED}')` });
    await tab.send('Page.navigate', { url: site.origin + site.addresses.matrix });
    await untilQuiet();
    await tab.press('input[type=search]');
    await pause(BEFORE_KEYS_MS);
    for (const key of 'prompt design lab ') {
      await tab.key(key);
      await pause(BETWEEN_KEYS_MS);
    }
    await until(`${site.name} is hydrated`, () => tab.evaluate(`(${isHydrated})()`));
    await untilQuiet();
    const seen = await tab.evaluate<Seen>('window.seen');
    return {
      'slowest interaction, ms': Math.max(SHORTEST_MS, ...seen.interactions),
      'press to hydrated, ms': sincePress(seen),
    };
  } finally {
    await tab.close();
  }
};

export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  home: page('home'),
  post: page('post'),
  matrix: page('matrix'),
  control,
  click,
  filter,
  keys,
};

/**
 * A tab without the inspector's Runtime domain, which Playwright enables in its own: with it V8 parses the functions around
 * each created error again, which triples the evaluation of `react-dom`. `send` speaks the DevTools protocol.
 */
export async function openBareTab(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  const calls = pendingCalls((message) => session.send('Target.sendMessageToTarget', { sessionId, message }));
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId === sessionId) calls.receive(event.message);
  });
  const { send } = calls;

  /** The value of an expression, as JSON. */
  async function evaluate<T>(expression: string): Promise<T> {
    const answer = await send('Runtime.evaluate', { expression, returnByValue: true });
    return (answer as { readonly result?: { readonly value: T } }).result?.value as T;
  }

  return {
    send,
    evaluate,
    async press(selector: string): Promise<void> {
      const bounds = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`;
      const { x, y, width, height } = await evaluate<DOMRect>(bounds);
      const at = { x: x + width / 2, y: y + height / 2, button: 'left', clickCount: 1 };
      for (const type of ['mousePressed', 'mouseReleased']) await send('Input.dispatchMouseEvent', { type, ...at });
    },
    async key(text: string): Promise<void> {
      const code = text === ' ' ? 'Space' : `Key${text.toUpperCase()}`;
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, code, text });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key: text, code });
    },
    async close(): Promise<void> {
      await session.send('Target.disposeBrowserContext', { browserContextId });
      await session.detach();
    },
  };
}
