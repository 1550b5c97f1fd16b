import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '@ki/shared/process/files.ts';
import { takeLock } from '@ki/shared/process/lock.ts';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** Concurrent starts may block each other briefly, so each retries for a while. */
const WAIT_MS = 300;

export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const pidFile = join(dataDir, 'backend.pid');
  const release = takeLock(join(dataDir, 'backend.lock'), WAIT_MS);
  if (!release) throw new DataDirInUse(`The data directory ${dataDir} is in use by the process ${pidIn(pidFile)}.`);
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  // A killed process leaves its address behind.
  removeAddress(dataDir);
  return () => {
    removeAddress(dataDir);
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

export interface BackendAddress {
  url: string;
  key: string;
  /** Whether the demo's account is there. */
  isDemo: boolean;
}

const addressFile = (dataDir: string) => join(dataDir, 'backend.json');

export function publishAddress(dataDir: string, address: BackendAddress): Promise<void> {
  return writeDurably(addressFile(dataDir), `${JSON.stringify(address)}\n`);
}

function removeAddress(dataDir: string): void {
  rmSync(addressFile(dataDir), { force: true });
}
