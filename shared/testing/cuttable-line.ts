import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a local port. `cut(true)` drops all connections and refuses new ones; `close` stops the proxy. */
export async function cuttableLine(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    return near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const cut = (wanted: boolean) => {
    isCut = wanted;
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut, close: () => server.close() };
}
