import type { EventEmitter } from 'node:events';
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Proxies } from '@ki/shared/http/proxies.ts';
import { clientName } from '@ki/shared/http/rate-limit.ts';
import { onStop } from '@ki/shared/process/on-stop.mjs';

/**
 * Returns a function that counts what each client has open, each until the first of its emitters closes. It returns
 * `false` for a client that has its share.
 */
export function createShares(most: number) {
  const open = new Map<string, number>();

  function giveBack(client: string): void {
    const left = (open.get(client) ?? 1) - 1;
    if (left > 0) open.set(client, left);
    else open.delete(client);
  }

  return (client: string, ...emitters: readonly EventEmitter[]): boolean => {
    const count = (open.get(client) ?? 0) + 1;
    if (count > most) return false;
    open.set(client, count);
    const onClose = () => {
      for (const emitter of emitters) emitter.off('close', onClose);
      giveBack(client);
    };
    for (const emitter of emitters) emitter.once('close', onClose);
    return true;
  };
}

/** How long a client may take. A connection that says nothing ends with the time for its headers. */
export const SERVER_TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
} as const satisfies ServerOptions;

/** A browser opens six, so that a class behind one address has enough. */
const LIMITS = { all: 4_096, forClient: 256, stalledMs: 30_000 };

/** Browsers and proxies wait for a response before they ask again. The next request may come before its end is noted. */
const AT_ONCE = 2;

/** Ends a connection with requests in advance: Node.js parses thousands of one packet, and would answer them all. */
function limitPipelining(server: Server): void {
  const open = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }, response) => {
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    if (count > AT_ONCE) socket.destroy();
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
  });
}

/** Bounds connections, also of one client, and destroys those whose bytes do not move. Trusted proxies bring many clients. */
export function limitConnections(server: Server, proxies: Proxies, { all, forClient, stalledMs } = LIMITS): void {
  limitPipelining(server);
  const takeShare = createShares(forClient);
  server.maxConnections = all;
  server.timeout = stalledMs;
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (proxies.areTrusted(remoteAddress)) return;
    const client = clientName(proxies.clientOf(remoteAddress, null));
    if (!takeShare(client, socket)) socket.destroy();
  });
}

/** The supervisor waits a little longer before it kills the process. */
const LAST_MOMENT_MS = 3_000;
const SWEEP_MS = 50;
/** A load balancer learns of the stop, and what it sent before arrives. */
const DRAIN_MS = 300;

/**
 * `stop` goes on to serve for 300 ms, gives requests in flight up to 3 s, and resolves when all connections are closed.
 * `webSockets` are destroyed: they have no end of their own.
 */
export function withGracefulStop(server: Server, webSockets: ReadonlySet<Socket> = new Set()) {
  let isStopping = false;
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return {
    isStopping: () => isStopping,
    async stop(): Promise<void> {
      isStopping = true;
      server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
      const limit = setTimeout(() => server.closeAllConnections(), LAST_MOMENT_MS);
      await delay(DRAIN_MS);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Browsers open connections before they have a request.
      for (const socket of connections) if (socket.bytesRead === 0 || webSockets.has(socket)) socket.destroy();
      // Responses that had begun before carry no `connection: close`.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(limit);
    },
  };
}

export function stopGracefully(server: Server, webSockets?: ReadonlySet<Socket>): () => boolean {
  const { isStopping, stop } = withGracefulStop(server, webSockets);
  onStop(async () => {
    await stop();
    process.exit(0);
  });
  return isStopping;
}
