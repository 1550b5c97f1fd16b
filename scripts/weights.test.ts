import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownPlace, type Started, startDirectly, until } from './started-platform.ts';

/**
 * Bytes on the wire, headers included, of a page of the seed that nobody has used yet, with all that it loads, when it is
 * kept at its best. docs/performance.md says where they go. Courses and lessons come alive by themselves.
 */
const BUDGETS: Readonly<Record<string, number>> = {
  '/': 18_500,
  '/post/…': 19_000,
  '/course-matrix': 17_500,
  '/workshops': 17_000,
  '/online-courses': 15_000,
  '/elemente': 10_000,
};

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

/** What a browser loads beside a document that nobody uses. */
async function namedIn(address: string): Promise<string[]> {
  const html = await textOf(address);
  const scripts = [...html.matchAll(/<script (?:async|defer) src="([^"]+)"/g)];
  const links = [...html.matchAll(/<link (?:rel="(?:icon|preload|stylesheet)"[^>]*) ?href="([^"]+)"/g)];
  const images = [...html.matchAll(/<img[^>]* src="(\/[^"]+)"/g)];
  return [...scripts, ...links, ...images].map(([, named = '']) => named);
}

test.each(Object.entries(BUDGETS))('%s takes at most %i bytes until somebody uses it', async (page, budget) => {
  const address = await addressOf(page);
  const named = await namedIn(address);
  expect(named).toContainEqual(expect.stringMatching(/^\/assets\/starter\//));
  let bytes = Number.NaN;
  await until(`${page} at ${budget} bytes`, async () => {
    const answers = await Promise.all([address, ...named].map(ask));
    bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
    return bytes <= budget;
  }).catch(() => undefined);
  expect(bytes).toBeLessThanOrEqual(budget);
});
