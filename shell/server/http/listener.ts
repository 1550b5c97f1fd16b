import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Proxies } from '@ki/shared/http/proxies.mjs';
import { after } from './after.ts';
import { observed } from './observed.ts';
import { type Handler, text } from './reply.ts';
import { requestAddress } from './request-address.ts';
import { send } from './send.ts';
import { webRequest } from './web-request.ts';

/** For a year the browser comes back over TLS only. */
const TRANSPORT_SECURITY = 'max-age=31536000';

const MALFORMED = text(400, 'malformed address; expected a path of this site, like /workshops\n');

interface Site {
  readonly siteUrl: string;
  readonly proxies: Proxies;
}

/** Has a handler answer what comes to Node.js's server: all between its messages and requests and replies is here. */
export function createListener(handler: Handler, { siteUrl, proxies }: Site): RequestListener {
  const isOfTls = siteUrl.startsWith('https:');

  function isOverTls({ socket, headers }: IncomingMessage): boolean {
    const proto = headers['x-forwarded-proto'];
    return isOfTls || (proto !== undefined && proxies.isOverTls(socket.remoteAddress, proto));
  }

  function answer(incoming: IncomingMessage, outgoing: ServerResponse, id: string): void | Promise<void> {
    const besides = ['x-request-id', id];
    if (isOverTls(incoming)) besides.push('strict-transport-security', TRANSPORT_SECURITY);
    const url = requestAddress(incoming.url ?? '', siteUrl);
    const address = incoming.socket.remoteAddress ?? 'unknown';
    const reply = url ? handler(webRequest(incoming, url.href), { url, address }) : MALFORMED;
    return after(reply, (made) => send(incoming, outgoing, made, besides));
  }

  return observed(answer, ({ socket }) => proxies.areTrusted(socket.remoteAddress));
}
