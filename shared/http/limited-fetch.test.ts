import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitedBody, limitedFetch } from './limited-fetch.ts';

const BODY_LIMIT = 10;
const request = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://site.example', { method: 'POST', body, headers, duplex: 'half' } as RequestInit);

const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(BODY_LIMIT)) });

test('a body up to the limit is read', async () => {
  expect((await limitedBody(request('0123456789'), BODY_LIMIT))?.toString()).toBe('0123456789');
  expect((await limitedBody(request(null), BODY_LIMIT))?.length).toBe(0);
});

test('a longer body is not read, with or without a Content-Length', async () => {
  expect(await limitedBody(request('0123456789x'), BODY_LIMIT)).toBeNull();
  expect(await limitedBody(request('short', { 'content-length': '11' }), BODY_LIMIT)).toBeNull();
  expect(await limitedBody(request(endless()), BODY_LIMIT)).toBeNull();
});

const LIMIT = 1_000;

const server = createServer((request, response) => {
  if (request.url === '/empty') return response.writeHead(204).end();
  if (request.url !== '/endless') return response.writeHead(201, { 'content-type': 'application/json' }).end('{"a":1}');
  const more = () => {
    while (response.write('x'.repeat(100)));
  };
  response.on('drain', more);
  return more();
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a body within the limit is passed on with its status and headers', async () => {
  const response = await limitedFetch(`${url}/`, {}, LIMIT);
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json']);
  expect(await response.json()).toEqual({ a: 1 });
  expect((await limitedFetch(`${url}/empty`, {}, LIMIT)).status).toBe(204);
});

test('an endless body is refused', async () => {
  await expect(limitedFetch(`${url}/endless`, {}, LIMIT)).rejects.toThrow('answered more than 1000 bytes');
});
