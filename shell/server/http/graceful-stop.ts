import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { onStop } from '@ki/shared/process/on-stop.mjs';

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
