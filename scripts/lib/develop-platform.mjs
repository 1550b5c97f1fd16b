import { startBackend } from './backend.mjs';
import { createDevelopment } from './development.mjs';
import { findRemoteFolders } from './remote-folders.mjs';
import { requirePorts } from './required-ports.mjs';
import { developmentService } from './services.mjs';
import { ROOT } from './toolchain.mjs';
import { wayIn } from './way-in.mjs';

/**
 * Starts backend, shell and every remote with hot reload, where `npm start` has them. There is no build and no registry,
 * and the browser renders.
 * @param {NodeJS.ProcessEnv} environment
 */
export const developPlatform = (environment) =>
  createDevelopment(environment, async ({ settings, supervisor, serve }) => {
    const { port, dataDir } = settings;
    const remotes = findRemoteFolders(ROOT);
    await requirePorts(settings, remotes);

    /** @param {number} slot */
    const origin = (slot) => `http://127.0.0.1:${port + slot}`;
    const origins = Object.fromEntries(remotes.map(({ name, slot }) => [name, origin(slot)]));
    const serveRemote = (/** @type {import('./registry.mjs').LocalRemote} */ { name, slot }) =>
      serve(developmentService(name, port + slot, ['web']), `${origin(slot)}/remoteEntry.js`);
    const serveShell = async () => {
      const { url, key } = await startBackend(supervisor, settings);
      const more = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, REMOTES: JSON.stringify(origins) };
      await serve(
        developmentService('shell', port, ['web'], { ...more, PORT: String(port), DATA_DIR: dataDir }),
        `${origin(0)}/assets/js/index.js`,
      );
    };
    await Promise.all([serveShell(), ...remotes.map(serveRemote)]);
    return [['ready', origin(0)], ...(await wayIn(settings))];
  });
