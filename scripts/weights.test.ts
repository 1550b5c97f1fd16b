import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPlace, type Started, startDirectly } from '../shared/testing/started-platform.ts';
import { until } from '../shared/testing/until.ts';

/**
 * Bytes of the responses, headers included, that a page of the seed and its files need before the first use, once the
 * cached page has its best compression. docs/performance.md lists the parts. Courses and lessons hydrate when idle.
 */
const BUDGETS: Readonly<Record<string, number>> = {
  '/': 17_300,
  '/post/…': 17_300,
  '/course-matrix': 18_300,
  '/workshops': 15_800,
  '/online-courses': 13_800,
  '/elemente': 9_100,
};

/** The initial congestion window: ten TCP segments, less what a proxy adds. */
const FIRST_FLIGHT = 14_300;

let place: Awaited<ReturnType<typeof ownPlace>>;
let platform: Started;
let origin: string;
beforeAll(async () => {
  place = await ownPlace();
  origin = `http://127.0.0.1:${place.port}`;
  platform = startDirectly(place.environment);
  await platform.untilPrinted('ready  ');
}, 300_000);
afterAll(async () => {
  platform.child.kill();
  await platform.ended;
  place.remove();
});

interface Answered {
  /** All that came over its connection. */
  readonly bytes: number;
  readonly encoding: string | undefined;
}

async function ask(address: string): Promise<Answered> {
  const request = get(new URL(address, origin), { agent: false, headers: { 'accept-encoding': 'br' } });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  const { socket } = request;
  answer?.resume();
  await once(answer as IncomingMessage, 'end');
  return { bytes: socket?.bytesRead ?? Number.NaN, encoding: answer?.headers['content-encoding'] };
}

const textOf = async (address: string) => (await fetch(new URL(address, origin))).text();
const addressOf = async (page: string) =>
  page.includes('…') ? String(/href="(\/post\/[^"]+)"/.exec(await textOf('/'))?.[1]) : page;

/** Files that a browser loads besides the document before the first use. */
async function namedIn(address: string): Promise<string[]> {
  const html = await textOf(address);
  const scripts = [...html.matchAll(/<script (?:async|defer) src="([^"]+)"/g)];
  const links = [...html.matchAll(/<link (?:rel="(?:icon|preload|stylesheet)"[^>]*) ?href="([^"]+)"/g)];
  const images = [...html.matchAll(/<img[^>]* src="(\/[^"]+)"/g)];
  return [...scripts, ...links, ...images].map(([, named = '']) => named);
}

/** Requests until the page has its best compression, which follows in the background. */
async function lengthOf(addresses: readonly string[], budget: number): Promise<number> {
  let bytes = Number.NaN;
  await until(`${addresses[0]} at ${budget} bytes`, async () => {
    const answers = await Promise.all(addresses.map(ask));
    bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
    return bytes <= budget;
  }).catch(() => undefined);
  return bytes;
}

test.each(Object.entries(BUDGETS))('%s takes at most %i bytes until somebody uses it', async (page, budget) => {
  const address = await addressOf(page);
  const named = await namedIn(address);
  expect(named).toContainEqual(expect.stringMatching(/^\/assets\/\d+\/hydration-loader\//));
  expect(await lengthOf([address, ...named], budget)).toBeLessThanOrEqual(budget);
});

test.each(['/', '/post/…', '/course-matrix'])('the document of %s fits the initial congestion window', async (page) => {
  expect(await lengthOf([await addressOf(page)], FIRST_FLIGHT)).toBeLessThanOrEqual(FIRST_FLIGHT);
});
