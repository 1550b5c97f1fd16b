import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { sendSlowly } from '@ki/shared/testing/send-slowly.ts';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';

test('closing lets a request in flight finish and accepts no other', async () => {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const listener = await listen(0, async () => {
    begun.resolve();
    await go.promise;
    return new Response('done');
  });
  const answer = fetch(listener.url);
  await begun.promise;
  const closed = listener.close();
  await expect(fetch(listener.url)).rejects.toThrow();
  go.resolve();
  expect(await (await answer).text()).toBe('done');
  await closed;
});

test('closing waits for a limited time', async () => {
  const begun = Promise.withResolvers<void>();
  const never = new AbortController();
  const listener = await listen(0, async () => {
    begun.resolve();
    await pause(2 ** 30, undefined, { signal: never.signal });
    return new Response('never');
  });
  const answer = fetch(listener.url);
  await begun.promise;
  await Promise.all([expect(answer).rejects.toThrow(), listener.close()]);
  never.abort();
});

test('a client may reset a WebSocket that is refused', async () => {
  const listener = await listen(0, async () => new Response('served'));
  onTestFinished(listener.close);
  const refusals: Duplex[] = [];
  listener.onUpgrade((_request, socket) => {
    refusals.push(socket);
    socket.end('HTTP/1.1 401 Refused\r\ncontent-length: 0\r\n\r\n');
  });
  const client = connect(listener.port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: backend\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', () =>
    client.resetAndDestroy(),
  );
  await expect.poll(() => refusals[0]?.destroyed).toBe(true);
  expect(await (await fetch(listener.url)).text()).toBe('served');
});

test('a client whose request closes the connection sends its body whole and gets the refusal', async () => {
  const listener = await listen(0, async () => new Response('refused', { status: 403 }));
  onTestFinished(listener.close);
  expect(await sendSlowly(listener.port, 'connection: close')).toMatch(/ 403 Forbidden.+refused$/s);
});
