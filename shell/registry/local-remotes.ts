import { statSync } from 'node:fs';
import { lastGoodPath, readLastGood, readRegistry, registryPath } from './registry-file.ts';
import type { Registry } from './schema.ts';

const LOOK_MS = 250;

export interface LocalRemote {
  readonly name: string;
  /** What its port has more than the shell's. */
  readonly slot: number;
}

/** The remotes that this machine serves: those without an origin of their own, and those that are about to be live. */
function localRemotesOf({ remotes, coming = {} }: Registry): readonly LocalRemote[] {
  const live = Object.entries(remotes).filter(([, { origin }]) => !origin);
  const others = Object.entries(coming).filter(([name]) => !(name in remotes));
  return [...live, ...others].map(([name, { slot }]) => ({ name, slot }));
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs} ${found.ino} ${found.size}` : '';
}

/**
 * Calls back at the beginning and after each change of the registry's file. One that cannot be read changes nothing; at
 * the beginning the last good one stands in for it. A registry in the database is read where the shell of this machine
 * keeps what it last found. Ends with the process.
 */
export function followLocalRemotes(dataDir: string, onChange: (remotes: readonly LocalRemote[]) => void): void {
  const isInDatabase = process.env.REGISTRY === 'database';
  const file = isInDatabase ? lastGoodPath(dataDir) : registryPath(dataDir);
  const read = () => (isInDatabase ? readLastGood(dataDir) : readRegistry(dataDir));
  let seen = '';
  let last: Registry | null = null;
  const look = async () => {
    const stamp = stampOf(file);
    if (stamp !== seen) {
      seen = stamp;
      last = (await read().catch(() => last ?? readLastGood(dataDir))) ?? last;
      if (last) onChange(localRemotesOf(last));
    }
    setTimeout(look, LOOK_MS);
  };
  void look();
}
