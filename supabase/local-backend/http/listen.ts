import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { encodeBody } from './compression.ts';
import type { Handler } from './gateway.ts';

export class PortTaken extends Error {
  override name = 'PortTaken';
}

export interface Listener {
  port: number;
  url: string;
  /** Lets requests under way finish for a moment, then ends every connection. */
  close(): Promise<void>;
}

/** Who stops all services lets the shell finish first, which asks here meanwhile; this is what is left then. */
const LAST_MOMENT = 1000;
const SWEEP = 50;

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE']);

/** Serves a handler over HTTP on the loopback address; port 0 takes any free one. */
export async function listen(port: number, handler: Handler): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new PortTaken(`The port ${port} is taken by another program.`) : error;
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://127.0.0.1:${actual}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // A connection stays open after the answer that was under way, until it is told.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
      const timer = setTimeout(() => server.closeAllConnections(), LAST_MOMENT);
      await closed;
      clearInterval(sweep);
      clearTimeout(timer);
    },
  };
}

async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = toRequest(incoming, outgoing);
  if (!request) {
    outgoing.writeHead(400).end();
    return;
  }
  const response = await handler(request, { address: incoming.socket.remoteAddress ?? 'unknown' });
  const headers = new Headers(response.headers);
  const body = Buffer.from(await response.arrayBuffer());
  const encoded = await encodeBody(body, headers, incoming);
  if (response.status !== 204 && response.status !== 304) headers.set('content-length', String(encoded.length));
  outgoing.writeHead(response.status, Object.fromEntries(headers));
  outgoing.end(incoming.method === 'HEAD' ? undefined : encoded);
}

function toRequest(incoming: IncomingMessage, outgoing: ServerResponse): Request | undefined {
  const { url = '', method = 'GET', rawHeaders } = incoming;
  const isServable = url.startsWith('/') && URL.canParse(`http://127.0.0.1${url}`) && METHODS.has(method);
  if (!isServable) return undefined;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(String(rawHeaders[index]), String(rawHeaders[index + 1]));
  }
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' as const } : {};
  return new Request(`http://127.0.0.1${url}`, { method, headers, signal: gone.signal, ...body });
}
