import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, test } from '@playwright/test';
import { pause } from '../../shared/testing/until.ts';
import { type OwnPlatform, startOwnPlatform } from '../platform/own-platform.ts';
import { REPORTING, shellMemory } from '../platform/shell-memory.ts';

const ATTACK_MS = 60_000;
const ATTACKER = '127.0.0.66';
const READERS = ['127.0.0.11', '127.0.0.12', '127.0.0.13', '127.0.0.14'];
const PAUSE_MS = 100;
const A_SECOND = 200;
const MOST_GROWTH = 1.5;

const PAGE_UNPACKED = 'GET / HTTP/1.1\r\nhost: site\r\naccept-encoding: identity\r\n\r\n';
/** Requests of one packet, each for 80 kB: more than the system takes off the shell. */
const IN_ADVANCE = 100;
const MISSED = '/2019/05/frueher';

let own: OwnPlatform;
let pages: readonly string[];
let release: string;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  own = await startOwnPlatform({ nodeArgs: REPORTING, environment: { AUTH_RATE_LIMIT: '30' } });
  const posts = await own.backend.database.query<{ slug: string }>(
    'select slug from posts where published_at <= now() order by id limit 3',
  );
  const { remotes } = await (await fetch(`${own.url}/platform.json`)).json();
  release = `mf-blog@${remotes['mf-blog'].version}`;
  pages = ['/', '/workshops', '/online-courses', ...posts.map(({ slug }) => `/post/${slug}`)];
});
test.afterAll(() => own?.stop());

/** Keeps connections apart by the address of the client. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const portOf = (url: string) => Number(new URL(url).port);

/** The status of an answer to a client with a loopback address of its own; 0 for none. */
function ask(client: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const options = { port: portOf(own.url), host: '127.0.0.1', path, headers };
  const request = get({ ...options, localAddress: client, agent }, (response) => {
    response.resume().on('close', () => resolve(response.complete ? (response.statusCode ?? 0) : 0));
  });
  request.on('error', () => resolve(0));
  return promise;
}

interface Round {
  readonly attacked: ReadonlyMap<number, number>;
  readonly failed: readonly string[];
  readonly times: readonly number[];
}

/** Readers read pages, somebody saves each second, and one client attacks all the while. */
async function during(attack: (until: number) => Promise<readonly number[]>): Promise<Round> {
  const until = Date.now() + ATTACK_MS;
  const failed: string[] = [];
  const times: number[] = [];
  const reader = async (client: string) => {
    for (let turn = 0; Date.now() < until; turn += 1) {
      const path = pages[turn % pages.length] ?? '/';
      const began = performance.now();
      const status = await ask(client, path);
      times.push(performance.now() - began);
      if (status !== 200) failed.push(`${path} ${status}`);
      await pause(PAUSE_MS);
    }
  };
  const editor = async () => {
    for (let save = 0; Date.now() < until; save += 1) {
      await own.backend.database.execute(
        `update posts set title = 'Gespeichert ${save}' where slug = '${pages[3]?.slice(6)}'`,
      );
      await pause(1_000);
    }
  };
  const [statuses] = await Promise.all([attack(until), editor(), ...READERS.map(reader)]);
  const attacked = new Map<number, number>();
  for (const status of statuses) attacked.set(status, (attacked.get(status) ?? 0) + 1);
  return { attacked, failed, times };
}

const flood = (pathOf: (n: number) => string) => async (until: number) => {
  const asked: Promise<number>[] = [];
  while (Date.now() < until) {
    for (let n = 0; n < A_SECOND / 20; n += 1) asked.push(ask(ATTACKER, pathOf(asked.length), { release }));
    await pause(50);
  }
  return Promise.all(asked);
};

const AT_ONCE = 16;

/** Asks as fast as it gets answers, and readers ask for an address that was there once. */
async function scanning(until: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  let asked = 0;
  const scan = async () => {
    for (; Date.now() < until; asked += 1) statuses.push(await ask(ATTACKER, `/wp-${asked}.php`));
  };
  const read = async () => {
    for (; Date.now() < until; await pause(1_000)) await ask(READERS[0] ?? '', MISSED);
  };
  await Promise.all([read(), ...Array.from({ length: AT_ONCE }, scan)]);
  return statuses;
}

const open = (count: number, first: string): readonly Socket[] =>
  Array.from({ length: count }, () => {
    const socket = connect({ port: portOf(own.url), host: '127.0.0.1', localAddress: ATTACKER });
    socket.on('error', () => undefined).pause();
    if (first) socket.write(first);
    return socket;
  });

/** Opens connections, leaves them as they are, and opens those again that were ended. */
const holding = (count: number, first: string) => async (until: number) => {
  let sockets = open(count, first);
  while (Date.now() < until) {
    await pause(250);
    const left = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open');
    sockets = [...left, ...open(Math.min(100, count - left.length), first)];
  }
  for (const socket of sockets) socket.destroy();
  return [];
};

async function broadcasting(until: number): Promise<readonly number[]> {
  const { url, publishableKey } = own.backend;
  const statuses: number[] = [];
  const socket = new WebSocket(
    `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${publishableKey}`,
  );
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  const say = (event: string, payload: object) =>
    socket.send(JSON.stringify(['1', '1', 'realtime:content', event, payload]));
  say('phx_join', { config: { private: true } });
  while (Date.now() < until) {
    for (let word = 0; word < 100; word += 1) say('broadcast', { type: 'broadcast', event: 'changed', payload: {} });
    const body = JSON.stringify({ messages: [{ topic: 'content', event: 'changed', payload: {}, private: true }] });
    const headers = { apikey: publishableKey, 'content-type': 'application/json' };
    statuses.push((await fetch(`${url}/realtime/v1/api/broadcast`, { method: 'POST', headers, body })).status);
    await pause(50);
  }
  socket.close();
  return statuses;
}

const held = async () => {
  const { heapUsed, external } = await shellMemory(own.dataDir);
  return heapUsed + external;
};

for (const [what, attack, refusal] of [
  ['made-up paths', flood((n) => `/post/erfunden-${n}`), 429],
  ['made-up page data', flood((n) => `/_data/post/erfunden-${n}`), 429],
  ['made-up feeds', flood((n) => `/category/erfunden-${n}/rss.xml`), 429],
  ['slow readers', holding(1_000, PAGE_UNPACKED), null],
  ['slow readers that ask in advance', holding(1_000, PAGE_UNPACKED.repeat(IN_ADVANCE)), null],
  ['silent connections', holding(2_000, ''), null],
  ['broadcasts', broadcasting, 404],
  ['made-up addresses', scanning, 404],
] as const) {
  test(`Readers read on while one client attacks with ${what}`, async () => {
    test.setTimeout(ATTACK_MS + 120_000);
    for (const path of pages) expect(await ask(READERS[0] ?? '', path)).toBe(200);
    const before = await held();
    const { attacked, failed, times } = await during(attack);
    const sorted = times.toSorted((a, b) => a - b);
    const [p99, slowest] = [sorted[Math.floor(sorted.length * 0.99)], sorted.at(-1)].map((time) => time?.toFixed(0));
    const after = await held();
    const sizes = [before, after].map((bytes) => `${Math.round(bytes / 1e6)} MB`).join(', then ');
    const description = `${what}: p99 ${p99} ms, slowest ${slowest} ms of ${times.length} pages; answers to the attacker ${JSON.stringify([...attacked])}; ${sizes}`;
    test.info().annotations.push({ type: 'figures', description });
    expect(failed, description).toEqual([]);
    if (refusal !== null) expect(attacked.get(refusal) ?? 0, description).toBeGreaterThan(0);
    expect(after, description).toBeLessThan(MOST_GROWTH * before);
  });
}

test('After a scan, what readers miss is on the list of missing addresses', async () => {
  const query =
    'select address, sum(requests)::int as requests from private.missing_addresses group by 1 order by 2 desc';
  await expect(async () => {
    const [first, ...more] = await own.backend.database.query<{ address: string; requests: number }>(query);
    expect([first?.address, more.length]).toEqual([MISSED, 999]);
    expect(first?.requests).toBeGreaterThan(40);
  }).toPass({ timeout: 20_000 });
});
