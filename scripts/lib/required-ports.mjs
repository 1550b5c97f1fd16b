import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '../../shared/process/is-alive.mjs';
import { FIRST_REMOTES } from '../../shell/registry/first-remotes.mjs';
import { requireFree } from './ports.mjs';
import { Problem } from './problem.mjs';

/** @typedef {import('./environment.mjs').Settings} Settings */

/** @typedef {import('./registry.mjs').LocalRemote} LocalRemote */

const FIRST = FIRST_REMOTES.map((name, index) => ({ name, slot: index + 1 }));

/** @param {Settings} settings @param {readonly LocalRemote[]} [remotes] */
export function requiredPorts({ port, supabasePort, hosted }, remotes = FIRST) {
  const backend = { port: supabasePort, owner: 'the embedded backend', variable: 'SUPABASE_PORT' };
  return [
    { port, owner: 'the shell', variable: 'PORT' },
    ...remotes.map(({ name, slot }) => ({ port: port + slot, owner: name, variable: 'PORT' })),
    ...(hosted ? [] : [backend]),
  ];
}

/** The process that runs a backend on a data folder, `null` when there is none. @param {string} dataDir */
export function backendPid(dataDir) {
  try {
    const pid = Number(readFileSync(path.join(dataDir, 'backend.pid'), 'utf8'));
    return pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Throws a Problem when a port is taken, and says so when it is a platform on the same data that has it.
 * @param {Settings} settings @param {readonly LocalRemote[]} [remotes]
 */
export async function requirePorts(settings, remotes) {
  try {
    await requireFree(requiredPorts(settings, remotes));
  } catch (error) {
    const pid = settings.hosted ? null : backendPid(settings.dataDir);
    if (!(error instanceof Problem) || !pid) throw error;
    throw new Problem(
      `${error.message}\nThe data directory ${settings.dataDir} is in use by the process ${pid}: the platform seems to run already.`,
    );
  }
}
