/**
 * Serves the files of the remotes that have no origin of their own, each on its own port after the shell's, and follows
 * the registry: `serve.ts DATA_DIR STORE PORT [REMOTE]`, PORT being the shell's.
 */
import { onStop } from '@ki/shared/process/on-stop.mjs';
import { followLocalRemotes } from '../registry/local-remotes.ts';
import { logAs } from '../server/log/log.ts';
import { type Origin, serveOrigin } from './origin.ts';

const [, , dataDir, store, portText, only] = process.argv;
const port = Number(portText);
if (!dataDir || !store || !Number.isInteger(port)) {
  console.error('usage: serve.ts DATA_DIR STORE PORT [REMOTE]');
  process.exit(1);
}

logAs('origins');
const origins = new Map<string, Origin>();

followLocalRemotes(dataDir, (remotes) => {
  const wanted = remotes.filter(({ name }) => !only || name === only);
  const names = new Set(wanted.map(({ name }) => name));
  for (const [name, origin] of origins) {
    if (names.has(name)) continue;
    origins.delete(name);
    void origin.stop();
  }
  for (const { name, slot } of wanted) {
    if (!origins.has(name)) origins.set(name, serveOrigin(store, name, port + slot));
  }
});

onStop(async () => {
  await Promise.all([...origins.values()].map((origin) => origin.stop()));
  process.exit(0);
});
