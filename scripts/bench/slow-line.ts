import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { CommandError } from '../terminal.ts';

export const SLOW_4G = { roundTrip: 150, down: 1_600, up: 750 };

const SEGMENT = 1_460;
/** TCP's initial congestion window; slow start doubles it with each round trip. */
const FIRST_WINDOW = 10 * SEGMENT;
/** Timers are late by a millisecond or two: a segment is sent this much earlier. */
const AHEAD_MS = 5;

const comes = (time: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

export class Direction {
  readonly delay: number;
  readonly #bytesPerMs: number;
  #lastSent = Promise.resolve(0);

  constructor(kilobits: number, delay: number) {
    this.delay = delay;
    this.#bytesPerMs = kilobits / 8;
  }

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

export async function carry(from: Readable, to: Writable, direction: Direction): Promise<void> {
  let window = FIRST_WINDOW;
  let inFlight = 0;
  let arrived = Promise.resolve<unknown>(undefined);
  let acknowledged = Promise.withResolvers<void>();
  const acknowledge = (bytes: number) => {
    inFlight -= bytes;
    window += bytes;
    acknowledged.resolve();
    acknowledged = Promise.withResolvers();
  };
  for await (const data of from) {
    for (const segment of segmentsOf(data as Buffer)) {
      while (inFlight + segment.length > window) await acknowledged.promise;
      inFlight += segment.length;
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
    if (socket.readableEnded || socket.destroyed) throw new CommandError('a browser hung up');
    await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}

const SOCKS_5 = 5;
const BY_NAME = 3;
const CONNECTED = Buffer.of(SOCKS_5, 0, 0, 1, 0, 0, 0, 0, 0, 0);

async function destinationOf(client: Socket): Promise<{ host: string; port: number }> {
  const [, methods = 0] = await read(client, 2);
  await read(client, methods);
  client.write(Buffer.of(SOCKS_5, 0));
  const [, , , kind, length = 0] = await read(client, 5);
  const host = String(await read(client, length));
  if (kind !== BY_NAME || !host.startsWith('127.'))
    throw new CommandError(`cannot connect to ${host}, expected an address that begins with 127.`);
  return { host, port: (await read(client, 2)).readUInt16BE() };
}

/** A SOCKS 5 proxy, because browsers can throttle responses but not connections. */
export async function openSlowLine({ roundTrip, down, up }: typeof SLOW_4G) {
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
