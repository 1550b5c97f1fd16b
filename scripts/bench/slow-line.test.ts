import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { carry, Direction, openSlowLine } from './slow-line.ts';

describe('a line of 200 bytes a millisecond, 75 ms long', () => {
  const line = () => new Direction(1_600, 75);
  afterEach(() => void vi.useRealTimers());

  function timed() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
    const start = performance.now();
    return async (sent: readonly Promise<number>[]) => {
      await vi.runAllTimersAsync();
      return (await Promise.all(sent)).map((arrival) => arrival - start);
    };
  }

  test('delays bytes by its rate and its length, is shared by senders, and saves no capacity while unused', async () => {
    const arrivals = timed();
    const shared = line();
    expect(await arrivals([2_000, 400, 2_000].map((bytes) => shared.send(bytes)))).toEqual([85, 87, 97]);
    await vi.advanceTimersByTimeAsync(1_000);
    const unused = performance.now();
    const sent = shared.send(2_000);
    await arrivals([]);
    expect((await sent) - unused).toBe(85);
  });

  test('carries ten segments, and more once the first of them has arrived', async () => {
    timed();
    const [from, to] = [new PassThrough(), new PassThrough()];
    const carried = carry(from, to, line());
    from.end(Buffer.alloc(10 * 1_460 + 1));
    await vi.advanceTimersByTimeAsync(155);
    expect(to.readableLength).toBe(10 * 1_460);
    await vi.runAllTimersAsync();
    await carried;
    expect(to.readableLength).toBe(10 * 1_460 + 1);
  });
});

describe('a browser’s connection', () => {
  async function connectedTo(host: string) {
    const echo = createServer((socket) => void socket.pipe(socket));
    await once(echo.listen(0, '127.0.0.1'), 'listening');
    const line = await openSlowLine({ roundTrip: 4, down: 80_000, up: 80_000 });
    onTestFinished(() => {
      echo.close();
      line.close();
    });
    const socket = connect(Number(new URL(line.address).port), '127.0.0.1');
    const { port } = echo.address() as AddressInfo;
    socket.write(Buffer.of(5, 1, 0));
    socket.write(Buffer.of(5, 1, 0, 3, host.length, ...Buffer.from(host), port >> 8, port & 255));
    return socket;
  }

  test('carries all bytes in their order', async () => {
    const data = randomBytes(300_000);
    const socket = await connectedTo('127.0.0.1');
    socket.end(data);
    const answer = await buffer(socket);
    // SOCKS 5 answers with two bytes for the greeting and ten for the connection.
    expect(answer.subarray(12).equals(data)).toBe(true);
  });

  test('leads to no host that needs a name lookup', async () => {
    const answer = await buffer(await connectedTo('localhost'));
    expect([...answer]).toEqual([5, 0]);
  });
});
