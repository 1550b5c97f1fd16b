import { createServer, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { NO_PROXIES } from '@ki/shared/http/proxies.ts';
import { createListener, type Handler } from '../listener.ts';

/** Serves a handler on a free port, as the shell does. */
export async function listening(handler: Handler, host = '127.0.0.1') {
  const server = createServer(createListener(handler, { siteUrl: 'http://site.example', proxies: NO_PROXIES }));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

export type Listening = Awaited<ReturnType<typeof listening>>;

/** A request with any header, and its response as it was sent. */
export async function ask(port: number, options: RequestOptions) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ host: '127.0.0.1', port, ...options }, resolve)
      .on('error', reject)
      .end(),
  );
  return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) };
}
