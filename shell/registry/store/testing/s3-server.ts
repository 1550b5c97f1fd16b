import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildApp } from 'fauxqs';

export const BUCKET = 'published';

interface Door {
  /** What is answered in place of the server, for a request that it would get. */
  answer: (request: IncomingMessage) => number | undefined | Promise<number | undefined>;
}

/** On loopback; the package's own start would listen on every address of the machine. */
async function startEmpty() {
  const app = buildApp({ logger: false });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await fetch(`${address}/${BUCKET}`, { method: 'PUT' });
  return { address, stop: () => app.close() };
}

/**
 * A server that speaks S3, behind a door that tests can have fail. It takes every signature, and leaves conditions of
 * uploads out of account as some vendors do.
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
    /** The public address of what has this key. */
    addressOf: (key: string) => `${endpoint}/${BUCKET}/${key}`,
    /** Puts something there past the door. */
    put: (key: string, body: string) => fetch(`${server.address}/${BUCKET}/${key}`, { method: 'PUT', body }),
    /** As AWS answers an upload that may not replace anything. */
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
