import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';

export interface StaticFile {
  /** Its `Content-Type`. */
  readonly type: string;
  readonly content: string | Buffer;
}

/** Files of a site by their paths. */
export type Files = ReadonlyMap<string, StaticFile>;

/** Serves files on loopback, each compressed as well as Brotli can; `fallback` at every other path that names no file. */
export async function serveFiles(files: Files, fallback?: StaticFile) {
  const compressed = new Map([...files].map(([path, { type, content }]) => [path, answerOf(type, content)]));
  const otherwise = fallback && answerOf(fallback.type, fallback.content);
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const answer = compressed.get(pathname) ?? (/\.\w+$/.test(pathname) ? undefined : otherwise);
    if (answer) response.writeHead(200, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answerOf(type: string, content: string | Buffer) {
  const body = brotliCompressSync(content);
  const headers = {
    'content-type': type,
    'content-encoding': 'br',
    'content-length': body.length,
    'cache-control': 'public, max-age=0, must-revalidate',
  };
  return { headers, body };
}
