import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A Phoenix message as Supabase Realtime's protocol 2.0.0 has it: join reference, reference, topic, event, payload. */
type Message = readonly [join: string | null, ref: string | null, topic: string, event: string, payload: unknown];

/**
 * What a hosted project answers: questions for versions over REST, and the channels of Realtime. Not on the address that
 * a backend on this machine has, so that the shell takes it for what is hosted.
 */
export async function hostedProject(answer: () => unknown) {
  const joined = new Map<WebSocket, string>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    asked.push(request.url ?? '');
    socket.on('message', (data) => {
      const [join, ref, topic, event] = JSON.parse(String(data)) as Message;
      if (event === 'phx_join') joined.set(socket, topic);
      const reply: Message = [join, ref, topic, 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }];
      socket.send(JSON.stringify(reply));
    });
    socket.on('close', () => joined.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve));
  return {
    url: `http://127.0.0.2:${(server.address() as AddressInfo).port}`,
    asked,
    /** The channels that somebody listens to. */
    channels: () => [...joined.values()],
    /** Says as the database does that something changed. */
    broadcast(): void {
      for (const [socket, topic] of joined) {
        const message: Message = [null, null, topic, 'broadcast', { type: 'broadcast', event: 'changed', payload: {} }];
        socket.send(JSON.stringify(message));
      }
    },
    cut(): void {
      for (const socket of sockets.clients) socket.terminate();
    },
    close(): void {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}
