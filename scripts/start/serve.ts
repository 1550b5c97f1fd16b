/**
 * `serve.ts DATA_DIR STORE PORT [REMOTE]` serves remotes without an origin of their own, each on a port; PORT is the
 * shell's. With `STORE_URL` it serves the whole store on the port after the shell's.
 */
import { onStop } from '../../shared/process/on-stop.mjs';
import { logAs } from '../../shell/server/log.ts';
import { type AssetServer, followLocalRemotes, serveAssets, serveStore } from './asset-server.ts';

const [, , dataDir, store, portText, only] = process.argv;
const port = Number(portText);
if (!dataDir || !store || !Number.isInteger(port)) {
  console.error('usage: serve.ts DATA_DIR STORE PORT [REMOTE]');
  process.exit(1);
}

logAs('assets');
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
