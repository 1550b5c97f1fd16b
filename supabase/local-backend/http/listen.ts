import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { discardBody, hasBody, requestBody } from '@ki/shared/http/request-body.ts';
import Negotiator from 'negotiator';
import type { Handler } from './app.ts';

const compress = promisify(gzip);

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const CLOSE_MS = 1000;
const SWEEP_MS = 50;

/** Below this a compressed response saves no packet. */
const COMPRESSED_FROM = 1400;

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE']);

export async function listen(port: number, handler: Handler) {
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000 }, (incoming, outgoing) => {
    respond(handler, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const upgraded = new Set<Duplex>();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EADDRINUSE' ? new Error(`The port ${port} is taken by another program.`) : error;
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    port: actual,
    url: `http://127.0.0.1:${actual}`,
    onUpgrade: (upgrade: Upgrade) => {
      server.on('upgrade', (request, socket, head) => {
        upgraded.add(socket);
        // An error that nobody handles would end the process, and the HTTP server handles none from here on.
        socket.on('error', () => socket.destroy());
        socket.once('close', () => upgraded.delete(socket));
        upgrade(request, socket, head);
      });
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of upgraded) socket.destroy();
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(timer);
    },
  };
}

async function respond(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = toRequest(incoming, outgoing);
  if (!request) {
    await discardBody(incoming);
    outgoing.writeHead(400).end();
    return;
  }
  const response = await handler(request, { address: incoming.socket.remoteAddress ?? 'unknown' });
  const headers = new Headers(response.headers);
  const body = Buffer.from(await response.arrayBuffer());
  const content = await encoded(body, headers, incoming);
  await discardBody(incoming);
  if (response.status !== 204 && response.status !== 304) headers.set('content-length', String(content.length));
  outgoing.writeHead(response.status, Object.fromEntries(headers));
  outgoing.end(incoming.method === 'HEAD' ? undefined : content);
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
  const isRead = hasBody(incoming) && method !== 'GET' && method !== 'HEAD';
  const body = isRead ? { body: requestBody(incoming), duplex: 'half' as const } : {};
  return new Request(`http://127.0.0.1${url}`, { method, headers, signal: gone.signal, ...body });
}

/** Sets the encoding headers. hono's middleware would compress responses of any length. */
async function encoded(body: Buffer, headers: Headers, incoming: IncomingMessage): Promise<Buffer> {
  const isText = /json|text/.test(headers.get('content-type') ?? '');
  if (!isText || body.length < COMPRESSED_FROM) return body;
  headers.append('vary', 'Accept-Encoding');
  const accepted = new Negotiator({ headers: { 'accept-encoding': incoming.headers['accept-encoding'] ?? '' } });
  if (!accepted.encodings(['gzip'], { preferred: ['gzip'] }).includes('gzip')) return body;
  headers.set('content-encoding', 'gzip');
  return compress(body, { level: 4 });
}
