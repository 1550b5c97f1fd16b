import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { NO_PROXIES, proxiesIn } from '@ki/shared/http/proxies.ts';
import { discardBody } from '@ki/shared/http/request-body.ts';
import { sendSlowly } from '@ki/shared/testing/send-slowly.ts';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { silentConsole, temporaryServer } from '../testing/temporary.ts';
import { limitConnections } from './connections.ts';
import { forwardBackend } from './forward-backend.ts';

const proxies = proxiesIn('127.0.0.1');
const opened: WebSocket[] = [];
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate();
});

/** A backend that answers with what it got. */
const echo = () =>
  temporaryServer(async (request, response) => {
    const { method, url, headers } = request;
    response.setHeader('x-from', 'backend');
    response.end(JSON.stringify({ method, url, headers, body: await text(request) }));
  });

/** A shell that forwards to a backend, and answers all else itself. */
async function serve(target: string) {
  const server = createServer();
  const forwarding = forwardBackend(server, { target, proxies: proxies ?? expect.unreachable() });
  server.on(
    'request',
    forwarding.beside((_request, response) => void response.end('shell')),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, sockets: forwarding.sockets };
}

test.each([
  '/auth/v1/token',
  '/rest/v1/posts?id=eq.1',
  '/functions/v1/web-search',
  '/storage/v1/object/a',
  '/realtime/v1/api',
])('%s is forwarded with its method, body and client, and without the cookies of the site', async (path) => {
  const { url } = await serve(await echo());
  const headers = { cookie: 'site=1', apikey: 'key', 'x-forwarded-for': '192.0.2.7' };
  const response = await fetch(url + path, { method: 'POST', body: 'ä'.repeat(100_000), headers });
  expect(response.headers.get('x-from')).toBe('backend');
  expect(response.headers.get('x-request-id')).toMatch(/./);
  const got = await response.json();
  expect(got).toMatchObject({ method: 'POST', url: path, headers: { apikey: 'key', 'x-forwarded-for': '192.0.2.7' } });
  expect(got.headers.cookie).toBeUndefined();
  expect(got.body).toBe('ä'.repeat(100_000));
});

/** Sends bytes on a connection of their own, and resolves with the response when the connection closes. */
async function sendRaw(url: string, request: string): Promise<string> {
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write(request);
  return text(client);
}

test.each(['DELETE', 'OPTIONS'])('%s with a body of unknown length hides no other request in it', async (method) => {
  const requests: IncomingMessage[] = [];
  const target = await temporaryServer((request, response) => {
    requests.push(request);
    response.end();
  });
  const { url } = await serve(target);
  const hidden = 'GET /rest/v1/hidden HTTP/1.1\r\nhost: site\r\nx-forwarded-for: 192.0.2.9\r\n\r\n';
  const body = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
  const head = `${method} /rest/v1/posts HTTP/1.1\r\nhost: site\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`;
  expect(await sendRaw(url, `${head}${body}`)).toContain('411 Length Required');
  await fetch(`${url}/rest/v1/next`);
  expect(requests.map((request) => request.url)).toEqual(['/rest/v1/next']);
});

test.each(['/', '/rest/v2/posts', '/restaurant', '/auth', '/xrest/v1/posts', '/de/rest/v1/posts'])(
  '%s stays with the shell',
  async (path) => {
    const { url } = await serve('http://127.0.0.1:9');
    expect(await (await fetch(url + path)).text()).toBe('shell');
  },
);

test.each(['/rest/v1/../../readyz', '/rest/v1/%2E%2e/../readyz', String.raw`/rest/v1/..\..\readyz`])(
  '%s leads out of the services and stays with the shell',
  async (path) => {
    const { url } = await serve(await echo());
    expect(await sendRaw(url, `GET ${path} HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n`)).toMatch(/shell$/);
  },
);

test('cookies of the site stay here when the client waits for a word before its body', async () => {
  const { url } = await serve(await echo());
  const head = 'POST /rest/v1/posts HTTP/1.1\r\nhost: site\r\nconnection: close\r\ncookie: site=1\r\n';
  const answered = await sendRaw(url, `${head}expect: 100-continue\r\ncontent-length: 1\r\n\r\na`);
  expect(answered).toContain('"body":"a"');
  expect(answered).not.toContain('site=1');
});

test('a response that the backend breaks off is broken off for the client', async () => {
  const target = await temporaryServer((_request, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });
  const { url } = await serve(target);
  const response = await fetch(`${url}/rest/v1/posts`);
  await expect(response.text()).rejects.toThrow('terminated');
});

test.each(['/', '/rest/v1/posts'])('a client that offers HTTP/2 gets %s by HTTP/1.1', async (path) => {
  const { url } = await serve(await echo());
  const offer = 'connection: close, upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n';
  const answered = await sendRaw(url, `GET ${path} HTTP/1.1\r\nhost: site\r\n${offer}\r\n`);
  expect(answered).toMatch(/^HTTP\/1.1 200/);
  expect(answered).not.toContain('h2c');
});

test('requests in advance end their connection, and are neither forwarded nor answered', async () => {
  silentConsole();
  const requests: IncomingMessage[] = [];
  const target = await temporaryServer((request) => requests.push(request));
  const { url, server } = await serve(target);
  limitConnections(server, NO_PROXIES);
  let answered = 0;
  server.on('request', (_, response) => {
    if (response.getHeader('x-request-id')) answered += 1;
  });
  await sendRaw(url, 'GET /rest/v1/posts HTTP/1.1\r\nhost: site\r\n\r\n'.repeat(500));
  expect(answered).toBe(2);
  expect(requests.length).toBeLessThanOrEqual(2);
});

test.each([
  ['the backend refuses', 403, true],
  ['no backend answers', 503, false],
])('an upload that %s is sent whole and gets its %i', async (_what, status, isRunning) => {
  silentConsole();
  const running = await temporaryServer(async (request, response) => {
    await discardBody(request);
    response.writeHead(403).end();
  });
  const { url } = await serve(isRunning ? running : 'http://127.0.0.1:9');
  const port = Number(new URL(url).port);
  expect(await sendSlowly(port, 'connection: close')).toContain(`HTTP/1.1 ${status}`);
});

test('a client has a share of the requests at the backend, and others have theirs', async () => {
  const begun: ServerResponse[] = [];
  const target = await temporaryServer((request, response) => {
    if (request.url?.endsWith('slow')) begun.push(response);
    else response.end();
  });
  const { url } = await serve(target);
  const get = (path: string, client: string) =>
    fetch(`${url}/rest/v1/${path}`, { headers: { 'x-forwarded-for': client } });
  const slow = Array.from({ length: 64 }, () => get('slow', '192.0.2.7'));
  await expect.poll(() => begun.length).toBe(64);
  expect((await get('quick', '192.0.2.7')).status).toBe(429);
  expect((await get('quick', '192.0.2.8')).status).toBe(200);
  for (const response of begun) response.end();
  await Promise.all(slow);
  await expect.poll(async () => (await get('quick', '192.0.2.7')).status).toBe(200);
});

test('a backend that does not answer is 503, and the shell goes on', async () => {
  silentConsole();
  const { url } = await serve('http://127.0.0.1:9');
  const response = await fetch(`${url}/rest/v1/posts`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await (await fetch(url)).text()).toBe('shell');
});

async function serveSockets() {
  const backend = createServer();
  const requests: IncomingMessage[] = [];
  const webSockets = new WebSocketServer({ server: backend });
  webSockets.on('connection', (socket, request) => {
    requests.push(request);
    socket.on('message', (message) => socket.send(`got ${message}`));
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    webSockets.close();
    backend.close();
  });
  const { url, sockets } = await serve(`http://127.0.0.1:${(backend.address() as AddressInfo).port}`);
  return { url: url.replace('http', 'ws'), sockets, requests };
}

function open(address: string): WebSocket {
  const socket = new WebSocket(address, { headers: { cookie: 'site=1', 'x-forwarded-for': '192.0.2.7' } });
  opened.push(socket);
  return socket;
}

test('a WebSocket of Realtime is forwarded both ways', async () => {
  const { url, sockets, requests } = await serveSockets();
  const socket = open(`${url}/realtime/v1/websocket?apikey=key`);
  const answered = new Promise((resolve) => socket.once('message', (message) => resolve(String(message))));
  socket.once('open', () => socket.send('phx_join'));
  expect(await answered).toBe('got phx_join');
  expect(requests[0]?.headers).toMatchObject({ 'x-forwarded-for': '192.0.2.7' });
  expect(requests[0]?.headers.cookie).toBeUndefined();
  expect(sockets.size).toBe(1);
});

test('no other WebSocket is, and the connection ends', async () => {
  const { url, requests } = await serveSockets();
  const refused = new Promise((resolve) =>
    open(`${url}/rest/v1/posts`).once('error', ({ message }) => resolve(message)),
  );
  expect(await refused).toContain('404');
  expect(requests).toEqual([]);
});

test.each(['/rest/v1/posts', '/realtime/v1/websocket'])('a client may reset its WebSocket at %s', async (path) => {
  const { url } = await serve(await echo());
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write(`GET ${path} HTTP/1.1\r\nhost: site\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`, () =>
    client.resetAndDestroy(),
  );
  await once(client, 'close');
  expect(await (await fetch(url)).text()).toBe('shell');
});

test('a client keeps no connection by not ending it', async () => {
  const { url, server } = await serve(await echo());
  const client = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  client.write('GET /rest/v1/posts HTTP/1.1\r\nhost: site\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  expect(await text(client)).toContain('404');
  const connections = promisify(server.getConnections.bind(server));
  await expect.poll(() => connections()).toBe(0);
});

test('a client that leaves amid its request ends it at the backend', async () => {
  const [begun, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const target = await temporaryServer((request) => {
    request.once('close', () => left.resolve());
    begun.resolve();
  });
  const { url } = await serve(target);
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write('POST /rest/v1/posts HTTP/1.1\r\nhost: site\r\ncontent-length: 10\r\n\r\nhalf');
  await begun.promise;
  client.destroy();
  await left.promise;
});
