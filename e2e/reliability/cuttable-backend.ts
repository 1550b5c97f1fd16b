import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { forward } from './forward.ts';

export type Cut = 'none' | 'notifications' | 'everything';

/** A proxy in front of a local backend, which can cut the notifications or everything. */
export async function cuttableBackend(address: string) {
  const { hostname, port, href } = new URL(address);
  const sockets = new Set<Socket>();
  let cut: Cut = 'none';

  const server = createServer((incoming, outgoing) => {
    if (cut === 'everything') return void incoming.socket.destroy();
    forward(href, incoming, outgoing);
  });

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (data) => cut === 'none' && to.write(data));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  }
  server.on('upgrade', ({ method, url, rawHeaders }, near: Socket) => {
    const far = connect(Number(port), hostname, () => {
      const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`]));
      far.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    });
    pass(near, far);
    pass(far, near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endNotifications = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** `isNoticed` closes both ends of the open WebSockets; otherwise they stay half-open. */
    cut(what: Cut, isNoticed = true): void {
      cut = what;
      if (isNoticed) endNotifications();
    },
    async close(): Promise<void> {
      endNotifications();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
