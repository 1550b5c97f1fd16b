import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { onStop } from '@ki/shared/process/on-stop.mjs';

/** The supervisor waits a little longer. */
const LAST_MOMENT_MS = 3_000;
const SWEEP_MS = 50;

/**
 * Ends the process when it is asked to, or its parent is gone: no new connection is taken, requests under way get their
 * answers for at most 3 s, and each connection is closed after its answer. The returned function says whether that goes on.
 */
export function stopGracefully(server: Server): () => boolean {
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
  onStop(() => {
    isStopping = true;
    server.close(() => process.exit(0));
    for (const socket of silent) socket.destroy();
    // Those whose answer had begun before know nothing of the end.
    setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    setTimeout(() => server.closeAllConnections(), LAST_MOMENT_MS);
  });
  return () => isStopping;
}
