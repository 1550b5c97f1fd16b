import { runningBackend, startBackend } from './backend.mjs';
import { createDevelopment } from './development.mjs';
import { requireFree } from './ports.mjs';
import { Problem } from './problem.mjs';
import { findRemoteFolders } from './remote-folders.mjs';
import { DEMO_LOGIN, developmentService } from './services.mjs';
import { ROOT } from './toolchain.mjs';

/** Beside the ports of a platform that runs on the same machine. */
const ALONE = 1_000;

/**
 * Starts one remote alone with hot reload: in a small frame of its own, and for a running shell by override. A backend
 * that runs already is used, else one is started.
 * @param {string} name @param {NodeJS.ProcessEnv} environment
 */
export const developRemote = (name, environment) =>
  createDevelopment(environment, async ({ settings, supervisor, serve }) => {
    const remotes = findRemoteFolders(ROOT);
    const remote = remotes.find((one) => one.name === name);
    if (!remote) throw new Problem(`there is no remote ${name}; expected ${remotes.map((one) => one.name).join(', ')}`);
    const port = settings.port + ALONE + remote.slot;
    await requireFree([{ port, owner: name, variable: 'PORT' }]);

    const { hosted } = settings;
    const running = hosted ? null : await runningBackend(settings);
    const { url, key } = running ?? (await startBackend(supervisor, settings));
    const origin = `http://127.0.0.1:${port}`;
    const more = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key };
    await serve(developmentService(name, port, ['frame', 'override'], more), `${origin}/remoteEntry.js`);
    return [
      ['ready', origin],
      ['shell', `a running one shows it by override: add ?overrides to an address, ${name} from ${origin}`],
      ...(settings.isDemo ? [/** @type {const} */ (['login', DEMO_LOGIN])] : []),
    ];
  });
