import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { onStop } from '@ki/shared/process/on-stop.mjs';

/** The supervisor waits a little longer. */
const LAST_MOMENT_MS = 3_000;
const SWEEP_MS = 50;

/**
 * Prepares a server for its end, which `stop` begins: no new connection is taken, requests under way get their answers
 * for at most 3 s, and each connection is closed after its answer. It resolves when all are closed.
 */
export function stoppable(server: Server) {
  let isStopping = false;
  /** Connections on which nobody has asked for anything yet. */
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    silent.delete(request.socket);
    if (isStopping) response.setHeader('connection', 'close');
  });
  return {
    isStopping: () => isStopping,
    async stop(): Promise<void> {
      isStopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of silent) socket.destroy();
      // Those whose answer had begun before know nothing of the end.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const limit = setTimeout(() => server.closeAllConnections(), LAST_MOMENT_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(limit);
    },
  };
}

/** Ends the process when it is asked to, or its parent is gone, after the server's end. The returned function says whether that goes on. */
export function stopGracefully(server: Server): () => boolean {
  const { isStopping, stop } = stoppable(server);
  onStop(async () => {
    await stop();
    process.exit(0);
  });
  return isStopping;
}
