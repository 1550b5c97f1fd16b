import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { Problem } from '../lib/problem.mjs';

export interface Line {
  /** Milliseconds there and back. */
  readonly roundTrip: number;
  /** Kilobits a second, towards the browser and from it. */
  readonly down: number;
  readonly up: number;
}

/** What Lighthouse and WebPageTest call so. */
export const SLOW_4G: Line = { roundTrip: 150, down: 1_600, up: 750 };

const SEGMENT = 1_460;
/** What a sender of TCP lets be on its way at first; with each round trip it may be twice as much. */
const FIRST_WINDOW = 10 * SEGMENT;
/** Timers are late by a millisecond or two: so much before its time a piece is put on the line. */
const AHEAD_MS = 5;

const comes = (time: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

/** One direction of a line. All connections share it, a piece of each in turn. */
export class Direction {
  /** Milliseconds from one end to the other. */
  readonly delay: number;
  readonly #bytesPerMs: number;
  #lastSent = Promise.resolve(0);

  constructor(kilobits: number, delay: number) {
    this.delay = delay;
    this.#bytesPerMs = kilobits / 8;
  }

  /** Resolves once the line has taken so many bytes, to the time (of `performance.now`) when they are at its other end. */
  async send(bytes: number): Promise<number> {
    this.#lastSent = this.#lastSent.then(async (last) => {
      const sent = Math.max(last, performance.now()) + bytes / this.#bytesPerMs;
      await comes(sent - AHEAD_MS);
      return sent;
    });
    return (await this.#lastSent) + this.delay;
  }
}

function* segmentsOf(data: Buffer): Generator<Buffer> {
  for (let start = 0; start < data.length; start += SEGMENT) yield data.subarray(start, start + SEGMENT);
}

/** Carries everything from one end to the other until it ends, as one connection of TCP. */
export async function carry(from: Readable, to: Writable, direction: Direction): Promise<void> {
  let window = FIRST_WINDOW;
  let underWay = 0;
  let arrived = Promise.resolve<unknown>(undefined);
  let acknowledged = Promise.withResolvers<void>();
  const acknowledge = (bytes: number) => {
    underWay -= bytes;
    window += bytes;
    acknowledged.resolve();
    acknowledged = Promise.withResolvers();
  };
  for await (const data of from) {
    for (const segment of segmentsOf(data as Buffer)) {
      while (underWay + segment.length > window) await acknowledged.promise;
      underWay += segment.length;
      const arrival = await direction.send(segment.length);
      arrived = arrived.then(() => comes(arrival)).then(() => to.write(segment));
      void comes(arrival + direction.delay).then(() => acknowledge(segment.length));
    }
  }
  await arrived;
  to.end();
}

async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const data = socket.read(bytes) as Buffer | null;
    if (data?.length === bytes) return data;
    if (socket.readableEnded || socket.destroyed) throw new Problem('a browser hung up');
    await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}

const SOCKS_5 = 5;
const BY_NAME = 3;
/** Any address, as nobody asks from where the proxy connects. */
const CONNECTED = Buffer.of(SOCKS_5, 0, 0, 1, 0, 0, 0, 0, 0, 0);

/** Where Chromium wants to go, which sends addresses as names too. Throws for what is not this machine. */
async function destinationOf(client: Socket): Promise<{ host: string; port: number }> {
  const [, methods = 0] = await read(client, 2);
  await read(client, methods);
  client.write(Buffer.of(SOCKS_5, 0));
  const [, , , kind, length = 0] = await read(client, 5);
  const host = String(await read(client, length));
  if (kind !== BY_NAME || !host.startsWith('127.')) throw new Problem('only 127.x.x.x is at the end of this line');
  return { host, port: (await read(client, 2)).readUInt16BE() };
}

/**
 * Opens a proxy (SOCKS 5) on loopback whose connections are as over such a line: they take a round trip to be made,
 * begin slowly as TCP does, and share its rates. Browsers can slow down answers by themselves, but not connections.
 */
export async function openSlowLine({ roundTrip, down, up }: Line) {
  const towards = new Direction(down, roundTrip / 2);
  const back = new Direction(up, roundTrip / 2);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)));
    return socket;
  };
  async function serve(client: Socket): Promise<void> {
    const server = keep(connect({ ...(await destinationOf(client)), noDelay: true }));
    await Promise.all([once(server, 'connect'), comes(performance.now() + roundTrip)]);
    client.write(CONNECTED);
    await Promise.all([carry(client, server, back), carry(server, client, towards)]).finally(() => server.destroy());
  }
  const proxy = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    serve(keep(client)).catch(() => client.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `socks5://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
