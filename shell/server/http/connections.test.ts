import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { NO_PROXIES, type Proxies, proxiesIn } from '@ki/shared/http/proxies.ts';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections, SERVER_TIMES } from './connections.ts';

const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x');
const LIMITS = { all: 5, forClient: 2, stalledMs: 300 };

let server: Server;
async function serve(proxies: Proxies = NO_PROXIES, limits: Partial<typeof LIMITS> = {}, times = {}): Promise<void> {
  server = createServer({ ...SERVER_TIMES, ...times }, ({ url }, response) =>
    response.end(url === '/large' ? LARGE : 'ok'),
  );
  limitConnections(server, proxies, { ...LIMITS, ...limits });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

function open(from = '127.0.0.1'): Socket {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** `true` when the server answers on the connection, `false` when it ends it. */
async function isServed(socket: Socket): Promise<boolean> {
  const waiting = new AbortController();
  const { signal } = waiting;
  socket.write('GET / HTTP/1.1\r\nhost: site\r\n\r\n');
  const served = once(socket, 'data', { signal }).then(() => true);
  const ended = once(socket, 'close', { signal }).then(() => false);
  return Promise.race([served, ended])
    .catch(() => false)
    .finally(() => waiting.abort());
}

test('one client has a number of connections, another client has its own, and a closed one is free again', async () => {
  await serve();
  const [first, second] = [open(), open()];
  expect([await isServed(first), await isServed(second), await isServed(open())]).toEqual([true, true, false]);
  expect(await isServed(open('127.0.0.2'))).toBe(true);
  const closed = new Promise((resolve) => server.once('connection', resolve));
  first.destroy();
  await expect.poll(() => isServed(open())).toBe(true);
  await closed;
});

test('a trusted proxy has more connections than a client, and all together have a bound', async () => {
  await serve(proxiesIn('127.0.0.1') ?? NO_PROXIES);
  const served: boolean[] = [];
  for (let n = 0; n < 6; n += 1) served.push(await isServed(open()));
  expect(served).toEqual([true, true, true, true, true, false]);
});

test('a connection that asks in advance is ended, and nothing of it is answered beyond the second request', async () => {
  await serve();
  let answered = 0;
  server.on('request', ({ socket }) => {
    if (!socket.destroyed) answered += 1;
  });
  const socket = open();
  socket.write('GET /large HTTP/1.1\r\nhost: site\r\n\r\n'.repeat(100));
  await once(socket.resume(), 'close');
  expect(answered).toBe(2);
});

test('requests one after the other share a connection', async () => {
  await serve();
  const socket = open();
  for (let time = 0; time < 50; time += 1) expect(await isServed(socket)).toBe(true);
});

test('a response that nobody reads is destroyed', async () => {
  await serve();
  const socket = open();
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nhost: site\r\n\r\n');
  const [own] = await accepted;
  await once(own, 'close');
  expect(own.bytesWritten).toBeLessThan(LARGE.length * 2);
  expect(own.destroyed).toBe(true);
});

test('a connection that sends nothing is ended', async () => {
  await serve(NO_PROXIES, { stalledMs: 0 }, { headersTimeout: 100, connectionsCheckingInterval: 50 });
  const socket = open();
  socket.resume();
  await once(socket, 'close');
});
