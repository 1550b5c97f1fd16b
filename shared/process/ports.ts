import { connect, createServer } from 'node:net';

export const LAST_PORT = 65_535;

/** Ports of other protocols: browsers and fetch refuse them (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
]);

export const isBlocked = (port: number): boolean => BLOCKED.has(port);

/** Why nothing can be reached at a port, or `null`. */
export function portProblem(port: number): string | null {
  if (!Number.isInteger(port) || port < 1 || port > LAST_PORT) return `is not one of 1 to ${LAST_PORT}`;
  return isBlocked(port) ? 'is blocked by browsers and fetch' : null;
}

const HOST = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 1_000;

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
export function listenError(port: number, host = HOST): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'UNKNOWN'));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Whether a port of the loopback address can be had. */
export const isFree = async (port: number) => (await listenError(port)) === null && !(await isAnswering(port));

const REACHED_BY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The URL of a port of a host, which is a name or an address of IP version 4 or 6. */
export const urlOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The URL by which a machine reaches what listens on one of its addresses, or on all. */
export const ownUrl = (host: string, port: number) => urlOf(REACHED_BY.get(host) ?? host, port);

/** Whether an address is one of this machine only. */
export const isLoopback = (address: string): boolean => {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
};
