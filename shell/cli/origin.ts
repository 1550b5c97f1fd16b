import { createServer, type Server } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { stoppable } from '../server/http/stop-gracefully.ts';
import { log } from '../server/log/log.ts';

const AGAIN_MS = 300;

// Any origin may run published code: what protects the visitor is the hash that the page demands.
const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
};

function fileServer(folder: string): Server {
  const files = sirv(folder, {
    dev: true,
    brotli: true,
    gzip: true,
    setHeaders(response) {
      for (const [header, value] of Object.entries(HEADERS)) response.setHeader(header, value);
    },
  });
  return createServer((request, response) => {
    files(request, response, () => {
      response.writeHead(404, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end('not found\n');
    });
  });
}

export interface Origin {
  /** Resolves when the last answer under way was given. */
  stop(): Promise<void>;
}

/** Serves what a store has of a remote, as soon as the port can be had. */
export function serveOrigin(store: string, name: string, port: number): Origin {
  const server = fileServer(path.join(store, name));
  const { stop } = stoppable(server);
  let again: NodeJS.Timeout | undefined;
  const listen = () => server.listen(port, '127.0.0.1');

  server.on('listening', () => log('info', 'listening', { message: `${name} served on port ${port}` }));
  server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const problem = code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${message})`;
    if (!again) log('warn', 'notice', { message: `port ${port} of ${name} ${problem}; trying again until it is free` });
    again = setTimeout(listen, AGAIN_MS);
  });
  listen();
  return {
    stop() {
      clearTimeout(again);
      return stop();
    },
  };
}
