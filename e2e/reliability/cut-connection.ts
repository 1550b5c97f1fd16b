import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server on this machine, and can be cut: what is open falls silent or ends, what comes is not answered. */
export async function connectionTo(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (data) => isCut || to.write(data));
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      // Who is cut off does not hear of that either.
      if (!isCut) to.destroy();
    });
  }

  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    pass(near, far);
    pass(far, near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    /** Nothing comes through any more; `isNoticed` when both ends are told. */
    cut(isNoticed: boolean): void {
      isCut = true;
      if (isNoticed) end();
    },
    /** What comes from now on comes through. */
    mend(): void {
      isCut = false;
      // What fell silent amid a line makes no sense any more.
      end();
    },
    async close(): Promise<void> {
      end();
      server.close();
      await once(server, 'close');
    },
  };
}
