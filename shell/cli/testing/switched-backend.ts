import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Backend {
  readonly url: string;
  readonly publishableKey: string;
}

const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding']);

/** One address in front of backends that take turns, so that a worker goes on with the next one. */
export async function startSwitchedBackend(first: Backend) {
  let { url: target, publishableKey } = first;
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '' } = request;
    const sent = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.has(name)) as [string, string][];
    const body = method === 'GET' || method === 'HEAD' ? undefined : await buffer(request);
    const headers = { ...Object.fromEntries(sent), apikey: publishableKey };
    const answer = await fetch(`${target}${url}`, { method, headers, ...(body && { body: new Uint8Array(body) }) });
    const received = [...answer.headers].filter(([name]) => !OF_CONNECTION.has(name) && name !== 'content-encoding');
    response.writeHead(answer.status, Object.fromEntries(received));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    connection: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'switched' },
    switchTo: (next: Backend) => {
      ({ url: target, publishableKey } = next);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
