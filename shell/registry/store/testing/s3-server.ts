import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from 'fauxqs';

export const BUCKET = 'published';

interface Door {
  /** Returns a status to respond with in place of the server, or nothing to forward the request. */
  answer: (request: IncomingMessage) => number | undefined | Promise<number | undefined>;
}

/** Listens on loopback; the package's own `run` would listen on every address of the machine. */
async function startEmpty() {
  const app = buildApp({ logger: false });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await fetch(`${address}/${BUCKET}`, { method: 'PUT' });
  return { address, stop: () => app.close() };
}

/**
 * An S3 server behind a proxy that can fail on request of a test. It accepts every signature and ignores conditional
 * uploads, as some vendors do.
 */
export async function startS3() {
  let server = await startEmpty();
  const door: Door = { answer: () => undefined };

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = await door.answer(incoming);
    if (status !== undefined) {
      incoming.resume();
      response.writeHead(status).end();
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request(new URL(url ?? '/', server.address), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  }

  const front = createServer((incoming, response) => void pass(incoming, response));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;

  return {
    endpoint,
    door,
    /** The public address of the file with this key. */
    addressOf: (key: string) => `${endpoint}/${BUCKET}/${key}`,
    /** Stores a file without passing the proxy. */
    put: (key: string, body: string) => fetch(`${server.address}/${BUCKET}/${key}`, { method: 'PUT', body }),
    /** Responds to a conditional upload as AWS does. */
    refuseReplacing: async ({ method, url = '', headers }: IncomingMessage) => {
      if (method !== 'PUT' || headers['if-none-match'] !== '*') return undefined;
      const there = await fetch(`${server.address}${url.split('?')[0]}`, { method: 'HEAD' });
      return there.ok ? 412 : undefined;
    },
    async empty() {
      await server.stop();
      server = await startEmpty();
      door.answer = () => undefined;
    },
    async stop() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await server.stop();
    },
  };
}
