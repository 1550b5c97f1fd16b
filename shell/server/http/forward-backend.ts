import { Agent, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Proxies } from '@ki/shared/http/proxies.ts';
import { clientName } from '@ki/shared/http/rate-limit.ts';
import { discardBody } from '@ki/shared/http/request-body.ts';
import { createProxyServer } from 'http-proxy-3';
import { inContext, log, requestIdFrom } from '../log.ts';
import { countRequest } from '../metrics.ts';
import { createShares } from './connections.ts';

const SERVICES = /^\/(?:auth|rest|functions|storage|realtime)\/v1(?:[/?]|$)/;
const SOCKETS = /^\/realtime\/v1(?:[/?]|$)/;

/** A model may write for minutes before the first byte of its response. */
const RESPONSE_WITHIN_MS = 300_000;
/** An upload of 20 MB on a slow line. */
const REQUEST_WITHIN_MS = 300_000;
/** Requests at once. The people of an office have one address. */
const AT_BACKEND = { all: 1_024, forClient: 64 };

interface Forwarding {
  /** The backend, on this machine. */
  readonly target: string;
  readonly proxies: Proxies;
}

const REFUSED = { 'content-type': 'application/json', 'cache-control': 'no-store' };
const LENGTH_REQUIRED = 411;

async function refuse(incoming: IncomingMessage, outgoing: ServerResponse, status: number, message: string) {
  await discardBody(incoming);
  const headers = status === LENGTH_REQUIRED ? REFUSED : { ...REFUSED, 'retry-after': '1' };
  outgoing.writeHead(status, headers).end(JSON.stringify({ message }));
}

/** The forwarder states a length of 0 for these, after which the backend would read such a body as the next request. */
const isOfUnknownLength = ({ method = '', headers }: IncomingMessage): boolean =>
  (method === 'DELETE' || method === 'OPTIONS') && headers['transfer-encoding'] !== undefined;

/** As it is written and as the backend reads it, where `..` and `%2e%2e` lead upwards. */
const isAt = (paths: RegExp, { url = '' }: IncomingMessage): boolean =>
  paths.test(url) && paths.test(URL.parse(url, 'http://backend')?.pathname ?? '');

const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Forwards the paths of Supabase to a backend that browsers do not reach, and tells it each client's address. Returns
 * a function that handles such a request, and the sockets of WebSockets, which no HTTP server closes.
 */
export function forwardBackend(server: Server, { target, proxies }: Forwarding) {
  const sockets = new Set<Socket>();
  const takeShare = createShares(AT_BACKEND.forClient);
  const forwarder = createProxyServer({
    target,
    agent: new Agent({ keepAlive: true, maxSockets: AT_BACKEND.all }),
    proxyTimeout: RESPONSE_WITHIN_MS,
  });
  const clientOf = ({ socket, headers }: IncomingMessage) =>
    proxies.clientOf(socket.remoteAddress, headers['x-forwarded-for']);
  function headersOf(incoming: IncomingMessage) {
    // Cookies are the shell's own.
    delete incoming.headers.cookie;
    return { 'x-forwarded-for': clientOf(incoming) };
  }

  forwarder.on('proxyRes', (response, _incoming, outgoing) => {
    // The forwarder waits for an end that does not come.
    response.once('close', () => response.complete || outgoing.destroy());
  });
  forwarder.on('error', ({ message }, incoming, outgoing) => {
    log('warn', 'forward_failed', { message });
    if (!(outgoing instanceof ServerResponse)) outgoing.destroy();
    else if (outgoing.headersSent) outgoing.destroy();
    else refuse(incoming, outgoing, 503, 'The backend does not answer; try again in a moment.');
  });

  server.requestTimeout = REQUEST_WITHIN_MS;
  // Offers of HTTP/2 are ignored, as by a server without WebSockets.
  Object.assign(server, { shouldUpgradeCallback: isWebSocket });
  server.on('upgrade', (incoming, socket: Socket, head) => {
    // An error that nobody handles would end the process, and the HTTP server handles none from here on.
    socket.on('error', () => socket.destroy());
    // The other end may never close.
    socket.once('finish', () => socket.destroy());
    if (!isAt(SOCKETS, incoming)) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    forwarder.ws(incoming, socket, head, { headers: headersOf(incoming) });
  });

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // Requests in advance are parsed after their connection was ended.
    if (incoming.socket.destroyed) return;
    const isTrusted = () => proxies.areTrusted(incoming.socket.remoteAddress);
    const id = requestIdFrom(incoming.headers['x-request-id'], isTrusted);
    const started = performance.now();
    inContext({ id, kind: 'other' }, () => {
      outgoing.setHeader('x-request-id', id);
      outgoing.once('finish', () => countRequest('other', outgoing.statusCode, performance.now() - started));
      if (isOfUnknownLength(incoming)) {
        refuse(incoming, outgoing, LENGTH_REQUIRED, `A ${incoming.method} with a body must state its length.`);
        return;
      }
      // A response that waits for another one of its connection does not close with it.
      if (!takeShare(clientName(clientOf(incoming)), outgoing, incoming.socket)) {
        refuse(incoming, outgoing, 429, 'Too many requests at once; try again in a moment.');
        return;
      }
      incoming.socket.setTimeout(RESPONSE_WITHIN_MS);
      delete incoming.headers.upgrade;
      forwarder.web(incoming, outgoing, { headers: headersOf(incoming) });
    });
  }

  const beside =
    (listener: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      if (isAt(SERVICES, incoming)) forward(incoming, outgoing);
      else listener(incoming, outgoing);
    };

  return { beside, sockets };
}
