import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** What the shell reads of a web-standard request. Every `Request` is one. */
export interface WebRequest extends Pick<Request, 'method' | 'url'> {
  readonly headers: Pick<Headers, 'get' | 'keys'>;
  readonly body: Request['body'];
}

/** A message to Node.js's server, at an address of this site. */
export function webRequest(incoming: IncomingMessage, url: string): WebRequest {
  const { method = 'GET', headers } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return {
    method,
    url,
    headers: {
      get: (name) => headers[name]?.toString() ?? null,
      keys: () => Object.keys(headers).values(),
    },
    body: hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>) : null,
  };
}
