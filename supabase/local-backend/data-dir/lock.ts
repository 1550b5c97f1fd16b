import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '@ki/shared/process/lock.ts';
import { withdrawAnnouncement } from './announcement.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Of starts at the same moment each may find the other in its way, so that they try for a while. */
const WAIT_MS = 300;

/**
 * Takes a data directory for this process until the returned function is called or the process ends, however it ends.
 * PGlite takes no lock of its own, and two writers lose rows.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'backend.pid');
  const release = takeLock(join(dataDir, 'backend.lock'), WAIT_MS);
  if (!release) throw new DataDirInUse(`The data directory ${dataDir} is in use by the process ${pidIn(pidFile)}.`);
  writeFileAtomically(pidFile, `${process.pid}\n`);
  // Where a killed process said that it could be reached.
  withdrawAnnouncement(dataDir);
  return () => {
    withdrawAnnouncement(dataDir);
    release();
  };
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '(unknown)';
  }
}
