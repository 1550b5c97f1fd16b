import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@ki/shared/data/clients.ts';
import { inject, onTestFinished } from 'vitest';

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'content-type': 'application/json',
};

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Replaces the backend during the running test by a server that responds with the results of `answer`. */
export async function backendThat(answer: (path: string) => Answer | Promise<Answer>): Promise<void> {
  const listener: RequestListener = async (request, response) => {
    const asked = request.method !== 'OPTIONS';
    const { status, body } = asked ? await answer(request.url ?? '') : { status: 204, body: null };
    response.writeHead(status, HEADERS).end(body === null ? undefined : JSON.stringify(body));
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' });
  onTestFinished(() => {
    const { url, publishableKey } = inject('backend');
    connect({ url, key: publishableKey });
    server.closeAllConnections();
    server.close();
  });
}
