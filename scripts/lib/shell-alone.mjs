import { ownUrl, urlOf } from '../../shared/process/addresses.mjs';
import { readConfig } from '../../shell/server/config.ts';
import { buildShell } from './build.mjs';
import { requireFree } from './ports.mjs';
import { Problem } from './problem.mjs';
import { untilReady } from './readiness.mjs';
import { shellService } from './services.mjs';
import { stoppable } from './stoppable.mjs';
import { createSupervisor } from './supervisor.mjs';
import { say, sayLogged } from './terminal.mjs';

/** What the shell will read itself, so that what is wrong is said before anything is built. @param {NodeJS.ProcessEnv} environment */
function settingsOf(environment) {
  try {
    return readConfig(environment);
  } catch (error) {
    throw new Problem(/** @type {Error} */ (error).message);
  }
}

/**
 * Starts one shell, which is ready as soon as it serves: what does not answer behind it is named by its `/readyz`.
 * `ready` rejects with what went wrong.
 * @param {NodeJS.ProcessEnv} environment
 */
export function startShellAlone(environment) {
  const supervisor = createSupervisor({ onEvent: say, onOutput: sayLogged });

  /** @param {() => boolean} isStopping */
  async function start(isStopping) {
    const { host, supabase, ...settings } = settingsOf(environment);
    await requireFree([{ port: settings.port, owner: 'the shell', variable: 'PORT' }]);
    await buildShell();
    if (isStopping()) return;
    const service = supervisor.start(shellService(settings, supabase));
    await Promise.race([untilReady(`${ownUrl(host, settings.port)}/healthz`), service.failure]);
    service.settled();
    say('ready', urlOf(host, settings.port));
  }

  return stoppable(supervisor, start);
}
