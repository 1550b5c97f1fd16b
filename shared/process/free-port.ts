import { connect, createServer } from 'node:net';

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
