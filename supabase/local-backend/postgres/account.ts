import { chownSync, statSync } from 'node:fs';

/** Whom a program is started as; empty for whoever starts it. */
export interface Account {
  uid?: number;
  gid?: number;
}

const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, which containers often are: there a new cluster is nobody's. */
export function accountOfNewCluster(): Account {
  return isRoot ? { uid: NOBODY, gid: NOBODY } : {};
}

/** Root starts the server of a cluster as whoever owns it. */
export function accountOfCluster(cluster: string): Account {
  if (!isRoot) return {};
  const { uid, gid } = statSync(cluster);
  return uid === 0 ? accountOfNewCluster() : { uid, gid };
}

/** Gives a file or folder to an account. */
export function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
