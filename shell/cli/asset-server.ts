import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';
import { lastGoodPath, readLastGood } from '../registry/last-good.ts';
import { type Registry, registryOf } from '../registry/schema.ts';
import { withGracefulStop } from '../server/http/graceful-stop.ts';
import { log } from '../server/ops/log.ts';

const RETRY_MS = 300;
const POLL_MS = 250;

// Published code is public, and any origin may run it: integrity hashes in the page protect the visitor. A file that is
// opened as a document runs nothing and has an opaque origin.
const HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
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

export type AssetServer = ReturnType<typeof serveAssets>;

/** Serves a remote's part of a store on a port, and waits for the port while it is taken. */
export function serveAssets(store: string, remote: string, port: number) {
  const server = fileServer(path.join(store, remote));
  const { stop } = withGracefulStop(server);
  let retry: NodeJS.Timeout | undefined;
  const listen = () => server.listen(port, '127.0.0.1');

  server.on('listening', () => log('info', 'listening', { message: `${remote} served on port ${port}` }));
  server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const fault = code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${message})`;
    if (!retry) log('warn', 'notice', { message: `port ${port} of ${remote} ${fault}; trying again until it is free` });
    retry = setTimeout(listen, RETRY_MS);
  });
  listen();
  return {
    stop(): Promise<void> {
      clearTimeout(retry);
      return stop();
    },
  };
}

function localRemotes({ remotes, pending }: Registry): ReadonlyMap<string, number> {
  const live = Object.entries(remotes).filter(([, { origin }]) => !origin);
  return new Map([...Object.entries(pending), ...live.map(([name, { portOffset }]) => [name, portOffset] as const)]);
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.ino} ${found.size}` : '';
}

/** Polls the last valid registry, and calls back with the local remotes. A broken copy changes nothing. */
export function followLocalRemotes(dataDir: string, onChange: (remotes: ReadonlyMap<string, number>) => void): void {
  let seen = '';
  const poll = async () => {
    const stamp = stampOf(lastGoodPath(dataDir));
    if (stamp !== seen) {
      seen = stamp;
      const document = await readLastGood(dataDir).catch(() => null);
      if (document) onChange(localRemotes(registryOf(document)));
    }
    setTimeout(poll, POLL_MS);
  };
  void poll();
}
