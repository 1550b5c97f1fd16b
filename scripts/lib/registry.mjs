import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @typedef {{ name: string, slot: number }} LocalRemote */

/** The registry, or what the shell of this machine last found in the database. @param {string} dataDir */
const fileIn = (dataDir) =>
  path.join(dataDir, process.env.REGISTRY === 'database' ? 'registry.last-good.json' : 'registry.json');

/**
 * What is live, as far as there is a registry.
 * @param {string} dataDir @returns {{ name: string, slot: number, origin?: string, version: string, entry: string }[]}
 */
export function readLive(dataDir) {
  if (!existsSync(fileIn(dataDir))) return [];
  const { remotes } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
  return Object.entries(remotes).map(([name, { slot, origin, live }]) => {
    return { name, slot, origin, version: live.version, entry: live.entry.path };
  });
}
