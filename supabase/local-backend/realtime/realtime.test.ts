import { once } from 'node:events';
import { proxiesIn } from '@ki/shared/http/proxies.ts';
import { RealtimeClient } from '@supabase/realtime-js';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { startTestBackend, type TestBackend } from '../fixtures/test-backend.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { listen } from '../http/listen.ts';
import { startRealtime } from './realtime.ts';

const PATIENTLY = { timeout: 20_000 };
const PRIVATE = { config: { private: true } };

let database: TestDatabase;
let backend: TestBackend;
const clients: RealtimeClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase('migrated');
  backend = await startTestBackend({ databaseUrl: database.url, seed: false });
});
afterAll(async () => {
  await backend.close();
  await database.drop();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.disconnect();
});
const address = (url: string) => `${url.replace(/^http/, 'ws')}/realtime/v1`;

function connect(options: { apikey?: string; heartbeatIntervalMs?: number } = {}): RealtimeClient {
  const { apikey = backend.publishableKey, heartbeatIntervalMs } = options;
  const client = new RealtimeClient(address(backend.url), { params: { apikey }, heartbeatIntervalMs });
  clients.push(client);
  return client;
}

/** Joins a channel; resolves with the list that its notifications are added to. */
async function joined(event = 'changed') {
  const client = connect();
  const notified: unknown[] = [];
  const channel = client.channel('content', PRIVATE);
  channel.on('broadcast', { event }, (message) => notified.push(message));
  expect(await new Promise((resolve) => channel.subscribe(resolve))).toBe('SUBSCRIBED');
  return { notified, channel };
}

const write = () => backend.database.execute("insert into workshops (title) values ('Neu')");

const socketOf = (query = `vsn=2.0.0&apikey=${backend.publishableKey}`, headers: Record<string, string> = {}) =>
  new WebSocket(`${address(backend.url)}/websocket?${query}`, { headers });

test('clients of the channel are notified of writes by SQL and through the API, until they leave it', async () => {
  const [first, second] = [await joined(), await joined()];
  await write();
  await expect.poll(() => [first.notified.length, second.notified.length], PATIENTLY).toEqual([1, 1]);
  expect(first.notified).toEqual([
    { type: 'broadcast', event: 'changed', payload: { workshops: expect.stringMatching(/^[\da-f-]{36}$/) } },
  ]);
  expect(await second.channel.unsubscribe()).toBe('ok');
  const row = { name: 'Neu', slug: 'neu' };
  const headers = { apikey: backend.serviceRoleKey, 'content-type': 'application/json' };
  await fetch(`${backend.url}/rest/v1/categories`, { method: 'POST', headers, body: JSON.stringify(row) });
  await expect.poll(() => first.notified.length, PATIENTLY).toBe(2);
  expect(second.notified).toHaveLength(1);
});

test('a job that is queued is notified, without what it is about', async () => {
  const { notified } = await joined('queued');
  await backend.database.execute("insert into pictures (title) values ('Kursraum')");
  await expect.poll(() => notified, PATIENTLY).toEqual([{ type: 'broadcast', event: 'queued', payload: {} }]);
});

test('clients are notified of a change during a lost database connection, and of later ones', async () => {
  const { notified } = await joined();
  const elsewhere = database.connect();
  // One transaction ends the listening session and writes, so that nothing listens at its commit.
  await elsewhere.begin(async (transaction) => {
    await transaction`insert into workshops (title) values ('Neu')`;
    await transaction`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where query ilike 'listen%' and datname = current_database()`;
  });
  await expect.poll(() => notified.length, PATIENTLY).toBe(1);
  await write();
  await expect.poll(() => notified.length, PATIENTLY).toBe(2);
});

test('heartbeats get a reply', async () => {
  const answers: string[] = [];
  const client = connect({ heartbeatIntervalMs: 50 });
  client.onHeartbeat((status) => answers.push(status));
  client.connect();
  await expect.poll(() => answers.filter((status) => status === 'ok').length, PATIENTLY).toBeGreaterThan(2);
  expect(answers).not.toContain('timeout');
});

test.each([
  ['another API key', 'apikey=sb_publishable_wrong&vsn=2.0.0', {}, 401],
  ['no API key', 'vsn=2.0.0', {}, 401],
  ['another version of the protocol', 'vsn=1.0.0&apikey=', {}, 400],
  ['the page of another site', 'vsn=2.0.0&apikey=', { origin: 'https://elsewhere.example' }, 403],
])('a client with %s is refused', async (_, query, headers, status) => {
  const complete = query.replace(/apikey=$/, `apikey=${backend.publishableKey}`);
  const [error] = await once(socketOf(complete, headers), 'error');
  expect(String(error)).toContain(`Unexpected server response: ${status}`);
});

test.each([
  ['a public channel', 'content', { config: { private: false } }],
  ['another channel', 'another', PRIVATE],
])('%s is refused', async (_what, topic, options) => {
  const channel = connect().channel(topic, options);
  expect(await new Promise((resolve) => channel.subscribe(resolve))).toBe('CHANNEL_ERROR');
});

test('a broadcast of a client is refused, by the socket and by the API, and nobody hears it', async () => {
  const listening = await joined();
  const message = { type: 'broadcast', event: 'changed', payload: { posts: 'forged' } };
  const socket = socketOf();
  await once(socket, 'open');
  const ask = async (event: string, payload: object) => {
    socket.send(JSON.stringify(['1', '1', 'realtime:content', event, payload]));
    const [reply] = await once(socket, 'message');
    return JSON.parse(String(reply))[4].status;
  };
  expect(await ask('phx_join', PRIVATE)).toBe('ok');
  expect(await ask('broadcast', message)).toBe('error');
  socket.close();
  const { status } = await fetch(`${backend.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ topic: 'content', private: true, ...message }] }),
  });
  expect(status).toBe(404);
  await write();
  await expect.poll(() => listening.notified.length, PATIENTLY).toBe(1);
  expect(JSON.stringify(listening.notified)).not.toContain('forged');
});

test('a client that sends anything but messages is disconnected', async () => {
  for (const message of ['{"topic":"phoenix"}', 'x', Buffer.from([3, 0]), 'x'.repeat(20_000)]) {
    const socket = socketOf();
    await once(socket, 'open');
    socket.send(message);
    await once(socket, 'close');
  }
});

test('a socket that sends without end is disconnected, and answered no more', async () => {
  const socket = socketOf();
  await once(socket, 'open');
  let answers = 0;
  socket.on('message', () => {
    answers += 1;
  });
  for (let sent = 0; sent < 2_000; sent += 1) socket.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]));
  await once(socket, 'close');
  expect(answers).toBeLessThanOrEqual(200);
});

/** A server of Realtime alone, without a database. Opens sockets to it. */
async function givenRealtime(options: Partial<Parameters<typeof startRealtime>[1]>) {
  const keys = { jwtSecret: '', publishable: 'key', serviceRole: 'secret' };
  const realtime = await startRealtime({ listen: async () => {} }, { keys, siteOrigins: [], ...options });
  const listener = await listen(0, async () => new Response());
  listener.onUpgrade(realtime.upgrade);
  onTestFinished(async () => {
    realtime.close();
    await listener.close();
  });
  return (more: WebSocket.ClientOptions) =>
    new WebSocket(`${address(listener.url)}/websocket?vsn=2.0.0&apikey=key`, more);
}

test('one client has its share of sockets, each behind a trusted proxy its own, and gets it back', async () => {
  const socketTo = await givenRealtime({ trustedProxies: proxiesIn('127.0.0.1') ?? undefined, mostOfClient: 2 });
  const open = async (client: string) => {
    const socket = socketTo({ headers: { 'x-forwarded-for': client } });
    const error = await once(socket, 'open').then(() => undefined, String);
    return { socket, error };
  };
  const first = await open('2001:db8::1');
  expect([first.error, (await open('2001:db8::2')).error]).toEqual([undefined, undefined]);
  expect((await open('2001:db8::3')).error).toContain('429');
  expect((await open('2001:db8:0:1::1')).error).toBeUndefined();
  expect((await open('192.0.2.1')).error).toBeUndefined();
  first.socket.close();
  await once(first.socket, 'close');
  await expect.poll(async () => (await open('2001:db8::4')).error, PATIENTLY).toBeUndefined();
});

test('a half-open client is disconnected, one that responds to pings is not', async () => {
  const open = await givenRealtime({ pingMs: 400 });
  const answering = open({});
  const silent = open({ autoPong: false });
  let pings = 0;
  answering.on('ping', () => {
    pings += 1;
  });
  await once(silent, 'close');
  await expect.poll(() => pings, PATIENTLY).toBeGreaterThan(2);
  expect(answering.readyState).toBe(WebSocket.OPEN);
});
