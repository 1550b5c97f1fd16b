import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { lastGoodPath } from '../registry/memory.ts';
import { shellBackend, shellPlaces } from './testing/shells.ts';

const { place, start, serve, promote } = shellPlaces(shellBackend());

async function cutOffBesideABrokenCopy(): Promise<void> {
  place().cutRegistry();
  await writeFile(lastGoodPath(place().dataDir), '{ half a docu');
}

test.each([
  ['empty', async () => undefined, true],
  ['gone, and its copy broken', cutOffBesideABrokenCopy, false],
])(
  'with a registry that is %s at the start, every page is 503 until it has a release',
  async (_how, prepare, isReadable) => {
    await prepare();
    const { url } = await start();
    for (const address of ['/', '/post/x', '/sitemap.xml', '/platform.json']) {
      const answer = await fetch(url + address);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('30');
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const readiness = await fetch(`${url}/readyz`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({
      failing: ['registry'],
      registry: 'the registry cannot be read; see the log of the shell',
    });
    if (isReadable) {
      await promote();
      await expect.poll(async () => (await fetch(`${url}/nobody-owns-this`)).status, { timeout: 20_000 }).toBe(404);
    }
  },
);

/** A keep-alive connection for several requests, with everything that was received on it. */
async function conversation(port: number, host = '127.0.0.1') {
  const socket = connect(port, host);
  let heard = '';
  socket.on('data', (data) => (heard += String(data)));
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise((resolve) => socket.once('connect', resolve));
  return {
    say: (text: string) => socket.write(text),
    ask: (address: string) => socket.write(`GET ${address} HTTP/1.1\r\nhost: x\r\n\r\n`),
    heard: () => heard,
    closed,
  };
}

const refuses = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', () => resolve(true));
  });

test('responses, failed pages and the log have request ids, and no personal data of a request', async () => {
  await promote();
  const { url, port, output, entries } = await start({ HOST: '127.0.0.2' });
  expect(await refuses(port)).toBe(true);
  const ids = new Set<string | null>();
  for (const address of ['/healthz', '/readyz', '/platform.json', '/none', '/favicon.svg', '/robots.txt', '/login']) {
    ids.add((await fetch(url + address)).headers.get('x-request-id'));
  }
  expect(ids.has(null)).toBe(false);
  expect(ids.size).toBe(7);

  const given = '0123456789-abcdef';
  const headers = { authorization: 'Bearer eyJa.eyJb.c', cookie: 'sb=geheim', 'x-forwarded-for': '203.0.113.9' };
  const failed = await fetch(`${url}/tiny?q=meine+Krankheit&mail=erika@example.org`, {
    headers: { ...headers, 'x-request-id': given },
  });
  const id = failed.headers.get('x-request-id') ?? '';
  expect(failed.status).toBe(503);
  expect(id).not.toBe(given);
  expect(await failed.text()).toContain(`Kennung: ${id}</aside>`);
  const entry = { event: 'request_failed', level: 'error', request: id, kind: 'page', path: '/tiny', status: 503 };
  await expect.poll(entries).toContainEqual(expect.objectContaining(entry));

  const report = { remote: 'mf-tiny', version: 'x', phase: 'entry', message: 'of erika@example.org' };
  await fetch(`${url}/reports`, { method: 'POST', body: JSON.stringify(report) });
  expect((await fetch(`${url}/preview/${'feed'.repeat(16)}`)).status).toBe(503);
  await expect.poll(output).toContain('/preview/[token]');
  for (const [sent, status] of [
    ['NO\r\n\r\n', '400 Bad Request'],
    [`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}`, '431 Request Header Fields Too Large'],
  ] as const) {
    const { say, heard, closed } = await conversation(port, '127.0.0.2');
    say(sent);
    await closed;
    expect(heard()).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\nx-request-id: [0-9a-f-]{18}\r\n`));
  }
  expect(output()).not.toMatch(/Krankheit|erika|eyJ|geheim|203\.0\.113\.9|feedfeed/);
  expect(entries()).toContainEqual(expect.objectContaining({ service: 'shell', event: 'listening' }));
  // Each line is JSON.
  expect(entries()).toHaveLength(output().trimEnd().split('\n').length);
});

test('on SIGTERM the shell goes on to serve for a moment, and tells load balancers', async () => {
  await promote();
  const { url, child, ended } = await start();
  child.kill('SIGTERM');
  const health = () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status,
      () => 'refused',
    );
  const seen = new Set<unknown>();
  await expect.poll(async () => seen.add(await health()).has('refused'), { interval: 10 }).toBe(true);
  expect(seen).toContain(503);
  expect(await ended).toBe(0);
});

test('on SIGTERM the shell finishes requests in flight, accepts no others, and ends', async () => {
  await promote();
  const { port, child, ended } = await start();
  place().delayBackend(700);
  const [busy, silent] = [await conversation(port), await conversation(port)];
  busy.ask('/login');
  await expect.poll(() => place().queries()).toBeGreaterThan(0);
  child.kill('SIGTERM');
  await expect.poll(() => refuses(port)).toBe(true);
  busy.ask('/healthz');
  await busy.closed;
  expect(busy.heard()).toMatch(/^HTTP\/1\.1 200 [\s\S]*<\/html>/);
  expect(busy.heard()).toMatch(/HTTP\/1\.1 503 [^{]*{"status":"stopping"}$/);
  await silent.closed;
  expect(await ended).toBe(0);
});

const NEVER_RENDERED = `exports.remote = {
  contract: 2,
  id: 'mf-tiny',
  routes: [{ id: 'tiny', path: '/tiny', loader: () => new Promise(() => {}), Component: () => 'one' }],
};`;

test('a request that takes too long does not delay the end of the shell', async () => {
  await promote({ server: NEVER_RENDERED }, await serve());
  const { port, child, ended } = await start();
  place().delayBackend(60_000);
  const stuck = await conversation(port);
  stuck.ask('/tiny');
  await expect.poll(() => place().queries()).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(stuck.heard()).toBe('');
});
