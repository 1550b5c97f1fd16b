import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TURN_MS } from '@ki/shared/contract/turn.ts';
import { connect } from '@ki/shared/data/clients.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { followContent } from './follow.ts';
import { tellingBackend } from './testing/telling-backend.ts';
import { versionsOf } from './testing/versions-of.ts';

let database: Server;
let url: string;
let answer: { status: number; body: unknown };
let asked: string[];
beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: versionsOf('asked') };
  database = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(database.address() as AddressInfo).port}`;
  connect({ url, key: 'key' });
});
afterEach(() => void database.close());

const follow = (dataDir: string) =>
  followContent({ port: 0, dataDir, siteUrl: 'http://site', supabase: { url, key: 'key' } });

test('a backend that tells nothing is asked, for each who comes', async () => {
  const content = await follow('/nowhere');
  expect(await content.current()).toMatchObject({ posts: 'asked' });
  answer.body = versionsOf('changed');
  expect(await content.current()).toMatchObject({ posts: 'changed' });
  expect(asked).toEqual(['/rest/v1/rpc/content_versions', '/rest/v1/rpc/content_versions']);
});

test.each([
  ['fails', { status: 503, body: { message: 'no' } }],
  ['lacks a topic', { status: 200, body: { posts: '1' } }],
  ['is no object', { status: 200, body: '1' }],
])('nothing is known when the answer %s', async (_how, given) => {
  answer = given;
  expect(await (await follow('/nowhere')).current()).toBeNull();
});

test('a backend that tells is not asked, and not even when it falls silent', async () => {
  const backend = await tellingBackend(url);
  onTestFinished(() => backend.remove());
  backend.tell(versionsOf('told'));
  await backend.listen();
  const content = await follow(backend.dataDir);
  await vi.waitFor(async () => expect(await content.current()).toMatchObject({ posts: 'told' }));
  await backend.stop();
  await vi.waitFor(async () => expect(await content.current()).toBeNull());
  expect(asked).toEqual([]);
});

test('with the turn of ads their version changes, and nothing else', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const content = await follow('/nowhere');
  const changed = vi.fn();
  content.onChange(changed);
  const before = await content.current();
  vi.setSystemTime(Date.now() + TURN_MS);
  const after = await content.current();
  expect({ ...after, ads: before?.ads }).toEqual(before);
  expect(after?.ads).not.toBe(before?.ads);
  changed.mockClear();
  vi.advanceTimersByTime(TURN_MS);
  expect(changed).toHaveBeenCalledTimes(1);
});
