import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

function writeSynced(file: string, content: string | Uint8Array): void {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a file that only its owner may read, so that a reader sees the old content or all of the new one. */
export function writeFileAtomically(file: string, content: string | Uint8Array): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeSynced(draft, content);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(dirname(file));
}

/** Makes sure that names in a folder outlive a power cut; Windows does it by itself, and has no way to ask. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
