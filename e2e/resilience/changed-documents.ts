import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Headers of the connection, not of the response. */
const OF_THE_CONNECTION = ['content-encoding', 'content-length', 'connection', 'keep-alive', 'transfer-encoding'];

/**
 * A proxy in front of the platform that changes documents. Playwright's `route.fulfill` does not work here: Chromium lets
 * such a page load nothing from loopback, whatever its hashes say.
 */
export async function changedDocuments(platform: string, change: (html: string) => string) {
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(platform + url);
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name)));
    const isDocument = headers['content-type']?.startsWith('text/html');
    response.writeHead(answer.status, headers);
    response.end(isDocument ? change(await answer.text()) : Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
