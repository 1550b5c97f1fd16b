import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendSlowly } from '../testing/send-slowly.ts';
import { discardBody, requestBody } from './request-body.ts';

type Body = ReadableStream<Uint8Array>;

async function serve(read: (body: Body) => Promise<unknown>): Promise<number> {
  const server = createServer(async (incoming, outgoing) => {
    await read(requestBody(incoming));
    await discardBody(incoming);
    outgoing.writeHead(403).end('refused');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const NEXT = 'POST / HTTP/1.1\r\nhost: site\r\ncontent-length: 1\r\nconnection: close\r\n\r\nx';

test.each<[string, (body: Body) => Promise<unknown>]>([
  ['nothing', async () => undefined],
  ['something', (body) => body.getReader().read()],
  [
    'a chunk in a loop',
    async (body) => {
      for await (const _chunk of body) break;
    },
  ],
  ['all', (body) => new Response(body).arrayBuffer()],
])('a client of whose body %s was read gets its response, and the next one on the connection', async (_of, read) => {
  const responses = await sendSlowly(await serve(read), 'x-test: 1', NEXT);
  expect(responses.match(/403 Forbidden/g)).toHaveLength(2);
});
