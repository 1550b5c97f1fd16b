import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { isFree } from '../process/ports.ts';

const HOST = '127.0.0.1';
/** Systems take ports for outgoing connections from a range above this. */
const SEARCH_FROM = 20_000;
const SEARCH_SPAN = 12_000;

/** A port of the loopback address that nothing listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The first of that many free ports in a row. */
export async function findFreePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const first = SEARCH_FROM + Math.floor(Math.random() * SEARCH_SPAN);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`no ${count} free ports in a row were found on ${HOST}`);
}
