import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

const HOST = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 1_000;
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

/** Whether something accepts connections at a port. */
export function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

/** The system's code for why a port cannot be had, or `null`. */
export function listenError(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'UNKNOWN'));
    server.listen({ host: HOST, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Whether a port of the loopback address can be had. */
export const isFree = async (port: number) => (await listenError(port)) === null && !(await isAnswering(port));

/** The first of that many free ports in a row. */
export async function findFreePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const first = SEARCH_FROM + Math.floor(Math.random() * SEARCH_SPAN);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (free.every(Boolean)) return first;
  }
  throw new Error(`no ${count} free ports in a row were found on ${HOST}`);
}
