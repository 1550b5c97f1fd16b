import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/**
 * A backend's fault: without `notifications` its WebSockets say nothing, `silent` accepts a request and never responds, `cut`
 * ends within a response, `everything` ends each connection.
 */
export type Fault = 'none' | 'notifications' | 'everything' | 'silent' | 'failing' | 'garbled' | 'cut';

export type FaultyBackend = Awaited<ReturnType<typeof startFaultyBackend>>;

const JSON_TYPE = { 'content-type': 'application/json' };
const answers: Partial<Record<Fault, (response: ServerResponse) => void>> = {
  everything: (response) => response.destroy(),
  silent: () => undefined,
  failing: (response) => response.writeHead(500, JSON_TYPE).end('{"message":"kaputt"}'),
  garbled: (response) => response.writeHead(200, JSON_TYPE).end('<html>{"half'),
  cut: (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
    response.write('[{"id":', () => response.destroy());
  },
};

/**
 * Forwards a request and its response. `keep-alive` is between two neighbours: with the backend's, a client would use
 * connections that this proxy has closed.
 */
function forward(target: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers } = incoming;
  const outgoing = request(new URL(incoming.url ?? '/', target), { method, headers }, (answer) => {
    const { connection: _, 'keep-alive': _timeout, ...own } = answer.headers;
    response.writeHead(answer.statusCode ?? 502, own);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

/** A proxy in front of a backend, which passes everything on or has a fault. */
export async function startFaultyBackend(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let fault: Fault = 'none';
  const server = createServer((incoming, response) => {
    const answer = answers[fault];
    if (answer) answer(response);
    else forward(target, incoming, response);
  });

  function pass(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (data) => fault === 'none' && to.write(data));
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
    /** A fault of requests also ends those in flight. `isNoticed` closes both ends of open WebSockets; otherwise they stay half-open. */
    suffer(next: Fault, isNoticed = true): void {
      if (answers[fault] || answers[next]) server.closeAllConnections();
      fault = next;
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
