/**
 * `asset-server.ts DATA_DIR STORE PORT [REMOTE]` serves remotes without an origin of their own, each on a port; PORT is the
 * shell's. With `STORE_URL` it serves the whole store on the port after the shell's.
 */
import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { onStop } from '../../shared/process/on-stop.mjs';
import { portProblem } from '../../shared/process/ports.ts';
import { fileServer, storeServer } from '../../shell/cli/file-server.ts';
import { lastGoodPath, readLastGood } from '../../shell/registry/memory.ts';
import { type Registry, registryOf } from '../../shell/registry/schema.ts';
import { withGracefulStop } from '../../shell/server/http/connections.ts';
import { log, logAs } from '../../shell/server/log.ts';

const RETRY_MS = 300;
const POLL_MS = 250;

export type AssetServer = ReturnType<typeof serveOn>;

/** Serves files on a port, and waits for the port while it is taken. */
function serveOn(server: Server, remote: string, port: number) {
  const { stop } = withGracefulStop(server);
  let retry: NodeJS.Timeout | undefined;
  const listen = () => server.listen(port, '127.0.0.1');

  server.on('listening', () => log('info', 'listening', { message: `${remote} served on port ${port}` }));
  server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    const fault = code === 'EADDRINUSE' ? 'is taken' : `cannot be had (${message})`;
    if (!retry) log('warn', 'notice', { message: `port ${port} of ${remote} ${fault}; trying again until it is free` });
    retry = setTimeout(listen, RETRY_MS);
  });
  const problem = portProblem(port);
  if (problem) log('warn', 'notice', { message: `port ${port} of ${remote} ${problem}; set PORT to another one` });
  else listen();
  return {
    stop(): Promise<void> {
      clearTimeout(retry);
      return stop();
    },
  };
}

/** Serves a remote's part of a store. */
export const serveAssets = (store: string, remote: string, port: number) =>
  serveOn(fileServer(path.join(store, remote)), remote, port);

/** Serves a whole store, which a proxy gives its public address. */
export const serveStore = (store: string, address: string, port: number) =>
  serveOn(storeServer(store, address), 'the store', port);

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

function serveAll(dataDir: string, store: string, port: number, only: string | undefined): void {
  const servers = new Map<string, AssetServer>();
  const { STORE_URL } = process.env;
  if (STORE_URL) servers.set('store', serveStore(store, STORE_URL, port + 1));
  else
    followLocalRemotes(dataDir, (remotes) => {
      for (const [name, server] of servers) {
        if (remotes.has(name)) continue;
        servers.delete(name);
        void server.stop();
      }
      for (const [name, offset] of remotes) {
        if (!servers.has(name) && (!only || name === only)) servers.set(name, serveAssets(store, name, port + offset));
      }
    });
  onStop(async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()));
    process.exit(0);
  });
}

if (import.meta.main) {
  const [, , dataDir, store, portText, only] = process.argv;
  const port = Number(portText);
  if (!dataDir || !store || !Number.isInteger(port)) {
    console.error('usage: asset-server.ts DATA_DIR STORE PORT [REMOTE]');
    process.exit(1);
  }
  logAs('assets');
  serveAll(dataDir, store, port, only);
}
