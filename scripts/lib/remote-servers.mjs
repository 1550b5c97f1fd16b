import { followLocalRemotes } from './registry.mjs';
import { remoteService } from './services.mjs';

/** @typedef {import('./supervisor.mjs').Supervised} Supervised */

/**
 * Runs one static server for each remote of the registry, and follows the registry from then on.
 * @param {ReturnType<typeof import('./supervisor.mjs').createSupervisor>} supervisor
 * @param {import('./environment.mjs').Settings} settings
 * @returns {() => void} ends the following
 */
export function serveRemotes(supervisor, settings) {
  /** @type {Map<string, Supervised>} */
  const served = new Map();

  return followLocalRemotes(settings.dataDir, (remotes) => {
    const names = new Set(remotes.map(({ name }) => name));
    for (const remote of remotes) {
      if (served.has(remote.name)) continue;
      served.set(remote.name, supervisor.start(remoteService(settings, remote), { isSettled: true }));
    }
    for (const [name, server] of served) {
      if (names.has(name)) continue;
      served.delete(name);
      void server.stop();
    }
  });
}
