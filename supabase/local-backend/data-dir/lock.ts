import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { withdrawAnnouncement } from './announcement.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Kept from the garbage collector, which would end the locks of those who forget how to end them. */
const held = new Set<DatabaseSync>();

/**
 * Takes a data directory for this process until the returned function is called or the process ends, however it ends.
 * PGlite takes no lock of its own, and two writers lose rows. SQLite's lock is one that the operating system holds
 * for a process, which Node.js does not offer otherwise: it cannot be left behind, and of two starts one wins.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataDir, 'backend.lock'));
  const pidFile = join(dataDir, 'backend.pid');
  try {
    // Of starts at the same moment each may find the other in its way, so they try for a while.
    lock.exec('pragma busy_timeout = 300; pragma journal_mode = memory; begin exclusive');
  } catch {
    lock.close();
    throw new DataDirInUse(`The data directory ${dataDir} is in use by the process ${pidIn(pidFile)}.`);
  }
  held.add(lock);
  writeFileAtomically(pidFile, `${process.pid}\n`);
  // Where a killed process said that it could be reached.
  withdrawAnnouncement(dataDir);
  return () => {
    withdrawAnnouncement(dataDir);
    held.delete(lock);
    lock.close();
  };
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}
