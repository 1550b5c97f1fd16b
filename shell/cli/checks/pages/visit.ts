import type { Browser, Page, Response, Route } from 'playwright-core';
import { plainOf } from '../../../server/http/encode.ts';
import type { HttpResponse } from '../../../server/http/http-response.ts';
import { ANOTHER_TIME, ANOTHER_ZONE, differenceOf } from './rendered-pages.ts';
import type { Stage } from './stage.ts';

const WITHIN_MS = 15_000;
/** React's numbers of hydration that found another tree. */
const MISMATCH = /Minified React error #(418|421|422|423|424|425)\b/;

interface Refusal {
  readonly directive: string;
  readonly blocked: string;
  readonly element: string;
  readonly sample: string;
}

declare global {
  interface Window {
    refusals: Refusal[];
    served: readonly Element[];
  }
}

/** Runs in the page before its scripts. */
function noteRefusals(): void {
  window.refusals = [];
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, target }) => {
    const element = target instanceof Element ? target.cloneNode(false) : null;
    const tag = element instanceof Element ? element.outerHTML.replace(/><\/.*/, '>').slice(0, 120) : '';
    window.refusals.push({ directive: effectiveDirective, blocked: blockedURI, element: tag, sample });
  });
}

const textOf = ({ directive, blocked, element, sample }: Refusal) =>
  `the policy (${directive}) refuses ${[blocked, element && `of ${element}`, sample && `"${sample.replaceAll(/\s+/g, ' ')}"`].filter(Boolean).join(' ')}`;

const firstLine = (text: string) => text.split('\n')[0]?.slice(0, 200) ?? '';

async function fulfill(route: Route, response: HttpResponse): Promise<void> {
  const { status, headers = {} } = response;
  await route.fulfill({ status, headers, body: await plainOf(response) });
}

async function serve(route: Route, stage: Stage): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  const response = await stage.respond(url, request.isNavigationRequest());
  if (response) return fulfill(route, response);
  if (url.origin === new URL(stage.site).origin || stage.isBackend(url)) return route.continue();
  // The visit ignores requests to other hosts that the policy allows, such as videos.
  return route.abort();
}

/** The shell names the code that it could not load, and the browser what the policy refuses. */
const SAID_ELSEWHERE =
  /^Failed to load resource|Content Security Policy|^Loading (CSS )?chunk|TrustedHTML|TrustedScript/;

function faultOfResponse(stage: Stage, response: Response): string | null {
  if (response.status() < 400) return null;
  const { href, pathname } = new URL(response.url());
  if (stage.isOfRelease(href)) return `wants ${pathname}, which the release does not have`;
  const isPicture = response.request().resourceType() === 'image';
  return isPicture && stage.isRunning ? `shows the picture ${pathname}, which answers ${response.status()}` : null;
}

/** A key starts hydration, as that of a reader does. */
async function use(page: Page): Promise<string | null> {
  await page.keyboard.press('Shift');
  const hydrated = page.locator('html[data-hydrated]').waitFor({ state: 'attached', timeout: WITHIN_MS });
  const isHydrated = await hydrated.then(
    () => true,
    () => false,
  );
  return isHydrated ? null : `does not hydrate within ${WITHIN_MS / 1000} seconds`;
}

/** Without comments, which mark boundaries. */
const rootOf = async (page: Page) =>
  (await page.locator('#root').evaluate(({ innerHTML }) => innerHTML)).replace(/<!--.*?-->/gs, '');

const noteServed = (page: Page) =>
  page.locator('#root').evaluate((root) => {
    window.served = [...root.querySelectorAll('*')];
  });

/** The first element of the server without React's mark, outside of HTML that a component inserts as it is. */
const unhydratedIn = (page: Page) =>
  page.evaluate(() => {
    const of = (element: Element | null, name: string): unknown => {
      const key = Object.keys(element ?? {}).find((one) => one.startsWith(name));
      return key && Reflect.get(element ?? {}, key);
    };
    const isLeft = (element: Element) => {
      const { parentElement: parent } = element;
      const props = Object(of(parent, '__reactProps$')) as { dangerouslySetInnerHTML?: unknown };
      return !of(element, '__reactFiber$') && Boolean(of(parent, '__reactFiber$')) && !props.dangerouslySetInnerHTML;
    };
    return window.served.find((element) => element.isConnected && isLeft(element))?.outerHTML.slice(0, 80) ?? null;
  });

/** Pictures further down load when they are scrolled to. */
const loadAllPictures = (page: Page) =>
  page.evaluate(() => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager';
  });

/** Opens a page as the shell serves it, uses it, and resolves with what is wrong with it. */
export async function visit(browser: Browser, stage: Stage, address: string): Promise<readonly string[]> {
  const context = await browser.newContext({ locale: 'de-CH', timezoneId: ANOTHER_ZONE, serviceWorkers: 'block' });
  try {
    await context.addInitScript(ANOTHER_TIME);
    await context.addInitScript(noteRefusals);
    const page = await context.newPage();
    const faults = new Set<string>();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    // The shell warns of a mismatch, which it recovers from.
    page.on('console', (message) => {
      if (message.type() === 'error' || MISMATCH.test(message.text())) errors.push(message.text());
    });
    page.on('response', (response) => {
      const fault = faultOfResponse(stage, response);
      if (fault) faults.add(fault);
    });
    await page.route('**/*', (route) => serve(route, stage));
    await page.goto(new URL(address, stage.site).href);
    const served = await rootOf(page);
    await loadAllPictures(page);
    await noteServed(page);
    const unused = await use(page);
    if (unused) faults.add(unused);
    await page.waitForLoadState('networkidle');
    const left = unused ? null : await unhydratedIn(page);
    if (left) faults.add(`is not hydrated from here on: ${left}`);
    const used = await rootOf(page);
    for (const refusal of await page.evaluate(() => window.refusals)) faults.add(textOf(refusal));
    for (const error of errors) {
      if (MISMATCH.test(error))
        faults.add(`hydrates as another page: ${differenceOf(served, used) ?? firstLine(error)}`);
      else if (!SAID_ELSEWHERE.test(error)) faults.add(`says: ${firstLine(error)}`);
    }
    return [...faults];
  } finally {
    await context.close();
  }
}
