import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { readMessages, sendMessage } from './messages.ts';
import { Subscriber } from './subscriber.ts';
import type { Subscribers } from './subscribers.ts';

/** Milliseconds in which a client has to show that it knows the secret. */
const INTRODUCTION = 5000;

/** Listens on a free port of the loopback address for clients that know the secret; others are ended without a word. */
export async function listenForSubscribers(
  subscribers: Subscribers,
  secret: string,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, subscribers, secret);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function serve(socket: Socket, subscribers: Subscribers, secret: string): void {
  let client: Subscriber | undefined;
  const late = setTimeout(() => socket.destroy(), INTRODUCTION);
  socket.setNoDelay(true);
  // Whoever is cut off comes again.
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    clearTimeout(late);
    if (client) subscribers.remove(client);
  });
  readMessages(socket, (message) => {
    if (client && message.kind === 'seen') client.hasSeen(message.id);
    else if (client && message.kind === 'ask') sendMessage(socket, { kind: 'here', id: message.id });
    else if (!client && message.kind === 'hello' && isSame(message.secret, secret)) {
      clearTimeout(late);
      client = new Subscriber(socket);
      subscribers.add(client);
    } else socket.destroy();
  });
}

function isSame(said: string, secret: string): boolean {
  const [one, other] = [Buffer.from(said), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
