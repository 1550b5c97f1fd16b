import { readEnvironment } from './environment.mjs';
import { install } from './install.mjs';
import { untilReady } from './readiness.mjs';
import { stoppable } from './stoppable.mjs';
import { createSupervisor } from './supervisor.mjs';
import { say, sayLogged, stopwatch } from './terminal.mjs';
import { ROOT } from './toolchain.mjs';

/** @typedef {import('./supervisor.mjs').Service} Service */

/**
 * @typedef {object} Development
 * @property {import('./environment.mjs').Settings} settings
 * @property {ReturnType<typeof createSupervisor>} supervisor
 * @property {(service: Service, address: string) => Promise<void>} serve starts a server and waits until the address answers
 */

/**
 * Runs servers for those who write code; `ready` rejects with what went wrong.
 * @param {NodeJS.ProcessEnv} environment
 * @param {(development: Development) => Promise<ReadonlyArray<readonly [label: string, text: string]>>} start resolves with what to print
 */
export function createDevelopment(environment, start) {
  let isUp = false;
  const supervisor = createSupervisor({
    onEvent: say,
    // How the backend came up is of no interest, what is wrong with the code is.
    onOutput: (name, line) => (isUp || name !== 'backend') && line.trim() && sayLogged(name, line),
  });

  /** @param {Service} service @param {string} address */
  async function serve(service, address) {
    const supervised = supervisor.start(service);
    await Promise.race([untilReady(address), supervised.failure]);
    supervised.settled();
  }

  /** @param {() => boolean} isStopping */
  async function begin(isStopping) {
    const elapsed = stopwatch();
    const settings = readEnvironment(environment, ROOT);
    await install();
    const lines = await start({ settings, supervisor, serve });
    if (isStopping()) return;
    say('start', `everything answers after ${elapsed()}`);
    for (const [label, text] of lines) say(label, text);
    isUp = true;
  }

  return stoppable(supervisor, begin);
}
