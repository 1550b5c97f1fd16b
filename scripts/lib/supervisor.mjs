import { setTimeout as pause } from 'node:timers/promises';
import { eachLine } from './lines.mjs';
import { isFree } from './ports.mjs';
import { endGroups, signalGroup, spawnGroup } from './process-groups.mjs';
import { ServiceFailure } from './service-failure.mjs';

const GRACE_MS = 4_400;
/** In which a service in front may finish what it was asked, while those behind still answer it. */
const FRONT_GRACE_MS = 3_200;
const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 5_000;
/** Living this long makes an earlier failure history. */
const STEADY_MS = 10_000;
const PORT_CHECK_MS = 300;
const KEPT_OUTPUT = 30;

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {string} command
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {string} cwd
 * @property {number} [port] must be free before it is started again
 * @property {boolean} [isFront] people's requests come to it, and it needs the others to answer them
 */

/**
 * @typedef {object} Supervised
 * @property {Promise<never>} failure rejects with a ServiceFailure if the service ends before `settled` is called
 * @property {() => void} settled from now on the service is started again whenever it ends, and what it prints is heard
 * @property {() => Promise<void>} stop
 */

/**
 * Keeps services running: what ends is started again, sooner the longer it had lived.
 * @param {{ onEvent: (name: string, text: string) => void, onOutput: (name: string, line: string) => void }} options
 */
export function createSupervisor({ onEvent, onOutput }) {
  let isStopping = false;
  /** @type {Map<Service, number>} */
  const pids = new Map();

  /** @param {Service} service @param {(line: string) => void} onLine @returns {Promise<string>} how it ended */
  function runOnce(service, onLine) {
    const { command, args, env, cwd } = service;
    const child = spawnGroup(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    eachLine([child.stdout, child.stderr], onLine);
    const { pid } = child;
    if (pid) pids.set(service, pid);
    return new Promise((resolve) => {
      const ended = (/** @type {string} */ how) => {
        if (pid) signalGroup(pid, 'SIGKILL');
        pids.delete(service);
        resolve(how);
      };
      child.once('error', (error) => ended(error.message));
      child.once('exit', (code, signal) => ended(signal ?? `code ${code}`));
    });
  }

  /** @param {Service} service @param {{ isSettled?: boolean }} [options] @returns {Supervised} */
  function start(service, options = {}) {
    let isSettled = options.isSettled ?? false;
    let isRetired = false;
    /** @type {string[]} */
    let output = [];
    const isOver = () => isStopping || isRetired;

    async function freePort() {
      const { name, port } = service;
      if (port === undefined || (await isFree(port))) return;
      onEvent(name, `port ${port} is taken; trying again until it is free`);
      while (!isOver() && !(await isFree(port))) await pause(PORT_CHECK_MS);
    }

    async function keep() {
      let delay = FIRST_DELAY_MS;
      let isQuiet = false;
      while (!isOver()) {
        if (isSettled) await freePort();
        if (isOver()) return;
        const started = performance.now();
        output = [];
        const how = await runOnce(service, (line) => {
          output.push(line);
          if (output.length > KEPT_OUTPUT) output.shift();
          if (isSettled && !isQuiet && !isOver()) onOutput(service.name, line);
        });
        if (isOver()) return;
        if (!isSettled) throw new ServiceFailure(service, output);
        const wasSteady = performance.now() - started > STEADY_MS;
        if (wasSteady) delay = FIRST_DELAY_MS;
        if (wasSteady || !isQuiet) onEvent(service.name, `ended (${how}); starting it again`);
        isQuiet = !wasSteady && delay > FIRST_DELAY_MS;
        await pause(delay);
        delay = Math.min(delay * 2, LAST_DELAY_MS);
      }
    }

    /** @type {Promise<never>} */
    const failure = keep().then(() => new Promise(() => {}));
    failure.catch(() => {});
    return {
      failure,
      settled: () => {
        isSettled = true;
        for (const line of output) onOutput(service.name, line);
      },
      async stop() {
        isRetired = true;
        const pid = pids.get(service);
        if (pid) await endGroups([pid], GRACE_MS);
      },
    };
  }

  return {
    start,
    async stop() {
      isStopping = true;
      const deadline = performance.now() + GRACE_MS;
      const fronts = [...pids].filter(([{ isFront }]) => isFront).map(([, pid]) => pid);
      await endGroups(fronts, FRONT_GRACE_MS);
      await endGroups([...pids.values()], deadline - performance.now());
    },
  };
}
