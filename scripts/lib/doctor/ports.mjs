import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../../../shared/process/is-alive.mjs';
import { isFree, whyNotFree } from '../ports.mjs';
import { readLive } from '../registry.mjs';
import { backendPid, requiredPorts } from '../required-ports.mjs';
import { bad, good } from './finding.mjs';

/** @typedef {import('../environment.mjs').Settings} Settings */

const ANSWER_MS = 2_000;
/** What a shell and a remote answer with hot reload. */
const [DEVELOPED_SHELL, DEVELOPED_REMOTE] = ['/assets/js/index.js', '/remoteEntry.js'];

/** @param {string} dataDir */
function isShellAlive(dataDir) {
  try {
    const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'shell.json'), 'utf8'));
    return isAlive(pid);
  } catch {
    return false;
  }
}

/** @param {string} dataDir @returns {ReturnType<typeof readLive>} */
function liveIn(dataDir) {
  try {
    return readLive(dataDir);
  } catch {
    return [];
  }
}

/** What answers at a port of the platform, and at nobody else's. @param {string} owner @param {ReturnType<typeof readLive>} live */
function addressesOf(owner, live) {
  if (owner === 'the shell') return ['/healthz', DEVELOPED_SHELL];
  const remote = live.find(({ name }) => name === owner);
  return remote ? [`/${remote.version}/${remote.entry}`, DEVELOPED_REMOTE] : ['/readyz', DEVELOPED_REMOTE];
}

/** @param {number} port @param {readonly string[]} addresses */
async function answersAny(port, addresses) {
  const answers = addresses.map(async (address) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { method: 'HEAD', signal });
    if (!response.ok) throw new Error(String(response.status));
  });
  return Promise.any(answers).then(
    () => true,
    () => false,
  );
}

/** Whether the platform can have each of its ports, or has it already. @param {Settings} settings */
export async function portFindings(settings) {
  const { dataDir } = settings;
  const live = liveIn(dataDir);
  const local = live.filter(({ origin }) => !origin);
  const isRunning = backendPid(dataDir) !== null || isShellAlive(dataDir);
  const wishes = requiredPorts(settings, local.length > 0 ? local : undefined);
  return Promise.all(
    wishes.map(async (wish) => {
      const { port, owner } = wish;
      const name = `port ${port}`;
      if (await isFree(port)) return good(name, `free, for ${owner}`);
      const isOwn = isRunning && (await answersAny(port, addressesOf(owner, live)));
      return isOwn ? good(name, `held by ${owner}: the platform runs`) : bad(name, await whyNotFree(wish));
    }),
  );
}
