import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const LOOK_MS = 250;

/** @typedef {{ name: string, slot: number }} LocalRemote */

/** @param {string} dataDir */
const fileIn = (dataDir) => path.join(dataDir, 'registry.json');

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

/** The remotes that this machine serves: those without an origin of their own, and those that are about to be live. @param {string} dataDir @returns {LocalRemote[]} */
export function readLocalRemotes(dataDir) {
  const { remotes, coming = {} } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
  return Object.entries({ ...coming, ...remotes }).flatMap(([name, { slot, origin }]) =>
    origin ? [] : [{ name, slot }],
  );
}

/** @param {string} file */
function stampOf(file) {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.ino} ${found.size}` : '';
}

/**
 * Calls back after each change of the registry's file, and once at the beginning. A document that cannot be read
 * changes nothing.
 * @param {string} dataDir @param {(remotes: LocalRemote[]) => void} onChange @returns {() => void} ends it
 */
export function followLocalRemotes(dataDir, onChange) {
  let seen = '';
  const look = () => {
    const stamp = stampOf(fileIn(dataDir));
    if (stamp === seen) return;
    seen = stamp;
    try {
      onChange(readLocalRemotes(dataDir));
    } catch {}
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
