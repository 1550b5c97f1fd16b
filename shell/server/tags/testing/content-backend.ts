import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

/** A message of Supabase Realtime's protocol 2.0.0: join reference, reference, topic, event, payload. */
type Message = readonly [join: string | null, ref: string | null, topic: string, event: string, payload: unknown];

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A backend that answers queries for tag versions over REST and serves the channels of Realtime. */
export async function contentBackend(answer: () => Answer) {
  const joined = new Map<WebSocket, string>();
  const joins: boolean[] = [];
  const requests: string[] = [];
  let isSilent = false;
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const { status, body } = answer();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket, request) => {
    requests.push(request.url ?? '');
    socket.on('message', (data) => {
      if (isSilent) return;
      const [join, ref, topic, event, asked] = JSON.parse(String(data)) as Message;
      if (event === 'phx_join') {
        joined.set(socket, topic);
        joins.push((asked as { config: { private: boolean } }).config.private);
      }
      const reply: Message = [join, ref, topic, 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }];
      socket.send(JSON.stringify(reply));
    });
    socket.on('close', () => joined.delete(socket));
  });
  const listen = async (port = 0) => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate();
  };
  async function stop(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    server.closeAllConnections();
    await closed;
  }
  const port = await listen();
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    queries: () => requests.filter((address) => address.includes('/rpc/')).length,
    /** The channels that have a subscriber. */
    channels: () => [...joined.values()],
    /** Notifies the subscribers of a change, as the database does. */
    broadcast(payload: Readonly<Record<string, string>> = {}): void {
      for (const [socket, topic] of joined) {
        const message: Message = [null, null, topic, 'broadcast', { type: 'broadcast', event: 'changed', payload }];
        if (!isSilent) socket.send(JSON.stringify(message));
      }
    },
    privately: () => joins,
    /** Resolves when the subscribers have heard everything that was broadcast before. */
    async heard(): Promise<void> {
      const pongs = [...joined.keys()].map((socket) => {
        const ponged = new Promise((resolve) => socket.once('pong', resolve));
        socket.ping();
        return ponged;
      });
      await Promise.all(pongs);
    },
    /** Leaves the sockets open without sending anything any more, like a half-open connection. */
    fallSilent(): void {
      isSilent = true;
    },
    cut,
    stop,
    startAgain: () => listen(port),
  };
}
