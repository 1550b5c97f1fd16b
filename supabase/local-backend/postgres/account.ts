import { chownSync, closeSync, openSync, statSync } from 'node:fs';

export interface Account {
  uid?: number;
  gid?: number;
}

const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so in containers a new cluster belongs to nobody. */
export function accountOfNewCluster(): Account {
  return isRoot ? { uid: NOBODY, gid: NOBODY } : {};
}

export function accountOfCluster(cluster: string): Account {
  if (!isRoot) return {};
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? accountOfNewCluster() : { uid, gid };
}

export function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Opens a folder for an account that may not enter the folders above. See supabase/README.md. */
export function handOver(folder: string) {
  if (process.platform !== 'linux' || !isRoot) return { path: folder, descriptor: 'ignore' as const, close: () => {} };
  const descriptor = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', descriptor, close: () => closeSync(descriptor) };
}
