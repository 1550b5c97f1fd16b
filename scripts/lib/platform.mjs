import { startBackend } from './backend.mjs';
import { buildStale, release } from './build.mjs';
import { readEnvironment } from './environment.mjs';
import { install } from './install.mjs';
import { Problem } from './problem.mjs';
import { untilReady } from './readiness.mjs';
import { requirePorts } from './required-ports.mjs';
import { noticeIn } from './service-failure.mjs';
import { remotesService, shellService } from './services.mjs';
import { stoppable } from './stoppable.mjs';
import { createSupervisor } from './supervisor.mjs';
import { say, sayLogged, showStatus, stopwatch } from './terminal.mjs';
import { ROOT } from './toolchain.mjs';
import { wayIn } from './way-in.mjs';

const READY_WITHIN_MS = 120_000;

/** @typedef {import('./environment.mjs').Settings} Settings */

/**
 * Starts everything; `ready` rejects with what went wrong.
 * @param {NodeJS.ProcessEnv} environment
 */
export function startPlatform(environment) {
  let isUp = false;
  const supervisor = createSupervisor({ onEvent: say, onOutput: tell });

  /** A log is for who looks at a running platform; a notice is also for who starts it. @param {string} name @param {string} line */
  function tell(name, line) {
    const notice = noticeIn(line);
    if (notice) say(name, notice);
    else if (isUp) sayLogged(name, line);
  }

  /** @param {Settings} settings @param {{ url: string, key: string }} supabase */
  async function startShell(settings, supabase) {
    const service = supervisor.start(shellService(settings, supabase));
    let missing = '';
    const late = new Promise((_, reject) => {
      const give = () => reject(new Problem(`not ready after 2 minutes; missing: ${missing || 'the shell'}`));
      setTimeout(give, READY_WITHIN_MS).unref();
    });
    const ready = untilReady(`http://127.0.0.1:${settings.port}/readyz`, (failing) => {
      missing = failing.join(', ');
      if (missing) showStatus('start', `waiting for ${missing}`);
    });
    await Promise.race([ready, service.failure, late]);
    service.settled();
  }

  /** @param {() => boolean} isStopping */
  async function start(isStopping) {
    const elapsed = stopwatch();
    const settings = readEnvironment(environment, ROOT);
    await requirePorts(settings);
    await install();
    if (isStopping()) return;
    const starting = startBackend(supervisor, settings);
    // What is stale, a registry in the database knows.
    if (settings.registry === 'database') await starting;
    const [supabase, stale] = await Promise.all([starting, buildStale(settings.dataDir)]);
    await release(settings.dataDir, stale);
    if (isStopping()) return;
    supervisor.start(remotesService(settings), { isSettled: true });
    await startShell(settings, supabase);
    const way = await wayIn(settings);
    say('start', `everything answers after ${elapsed()}`);
    say('ready', `http://127.0.0.1:${settings.port}`);
    for (const [label, text] of way) say(label, text);
    isUp = true;
  }

  return stoppable(supervisor, start);
}
