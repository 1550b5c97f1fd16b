import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callFunction } from './functions.ts';

const silent = createServer(() => {});
let url: string;

beforeAll(async () => {
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

const request = () => new Request('http://backend.test/functions/v1/echo', { method: 'POST', body: '{}' });

test('a call of a function that takes too long is aborted', async () => {
  const response = await callFunction({ url, token: 'token' }, '/echo', request(), 50);
  expect(response.status).toBe(504);
  expect((await response.json()).error).toBe('The function took too long');
});

test('a call without a running router is 502', async () => {
  expect((await callFunction({ url: 'http://127.0.0.1:1', token: 'token' }, '/echo', request())).status).toBe(502);
});
