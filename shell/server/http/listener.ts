import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { discardBody, hasBody } from '@ki/shared/http/request-body.ts';
import type { Config } from '../config.ts';
import { inContext, log, newRequestId, type RequestContext, requestIdFrom } from '../log.ts';
import { countRequest } from '../metrics.ts';
import { type HttpRequest, httpRequest, requestAddress } from './http-request.ts';
import { type HttpResponse, type MaybePromise, text } from './http-response.ts';
import { send } from './send.ts';

const TRANSPORT_SECURITY = 'max-age=31536000';
/** Longer than any page's address, and short enough to be passed on with every character escaped. */
const LONGEST_TARGET = 2_048;
const TOO_LONG = text(414, `an address has at most ${LONGEST_TARGET} characters\n`);
const MALFORMED = text(400, 'malformed address; expected a path of this site, like /workshops\n');

export type Handler = (request: HttpRequest) => MaybePromise<HttpResponse>;

function logFailure({ kind }: RequestContext, { method, url = '' }: IncomingMessage, status: number, ms: number): void {
  const [path] = url.split('?', 1);
  log('error', 'request_failed', { kind, method, path, status, ms: Math.round(ms) });
}

async function sendAfterBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: MaybePromise<HttpResponse>,
  extraHeaders: readonly string[],
): Promise<void> {
  const made = await response;
  await discardBody(incoming);
  await send(incoming, outgoing, made, extraHeaders);
}

export function createListener(
  handler: Handler,
  { siteUrl, proxies }: Pick<Config, 'siteUrl' | 'proxies'>,
): RequestListener {
  const isOfTls = siteUrl.startsWith('https:');

  function isOverTls({ socket, headers }: IncomingMessage): boolean {
    const proto = headers['x-forwarded-proto'];
    return isOfTls || (proto !== undefined && proxies.isOverTls(socket.remoteAddress, proto));
  }

  const respondAt = (incoming: IncomingMessage, url: URL | null) =>
    url ? handler(httpRequest(incoming, url, proxies)) : MALFORMED;

  function respond(incoming: IncomingMessage, outgoing: ServerResponse, id: string): MaybePromise<void> {
    const extraHeaders = ['x-request-id', id];
    if (isOverTls(incoming)) extraHeaders.push('strict-transport-security', TRANSPORT_SECURITY);
    const target = incoming.url ?? '';
    const response = target.length > LONGEST_TARGET ? TOO_LONG : respondAt(incoming, requestAddress(target, siteUrl));
    if (hasBody(incoming)) return sendAfterBody(incoming, outgoing, response, extraHeaders);
    if (!(response instanceof Promise)) return send(incoming, outgoing, response, extraHeaders);
    return response.then((made) => send(incoming, outgoing, made, extraHeaders));
  }

  return (incoming, outgoing) => {
    if (incoming.socket.destroyed) return;
    const started = performance.now();
    const isTrusted = () => proxies.areTrusted(incoming.socket.remoteAddress);
    const context: RequestContext = { id: requestIdFrom(incoming.headers['x-request-id'], isTrusted), kind: 'other' };
    const destroy = (error: unknown) => {
      log('error', 'response_failed', { message: String(error instanceof Error ? (error.stack ?? error) : error) });
      outgoing.destroy();
    };
    inContext(context, () => {
      outgoing.on('finish', () => {
        const { statusCode } = outgoing;
        const ms = performance.now() - started;
        countRequest(context.kind, statusCode, ms);
        if (statusCode < 500 || context.kind === 'probe') return;
        inContext(context, () => logFailure(context, incoming, statusCode, ms));
      });
      try {
        const sent = respond(incoming, outgoing, context.id);
        if (sent) sent.catch(destroy);
      } catch (error) {
        destroy(error);
      }
    });
  };
}

const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

export function refuseMalformed({ code = '' }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const status = CLIENT_ERRORS[code] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nx-request-id: ${newRequestId()}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}
