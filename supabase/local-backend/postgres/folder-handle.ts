import { closeSync, openSync } from 'node:fs';

/** A folder as another account's program can reach it. */
export interface FolderHandle {
  /** What the program calls the folder, if `descriptor` is the fourth of its streams. */
  path: string;
  descriptor: number | 'ignore';
  close(): void;
}

/**
 * Opens a folder for a program of another account. Started by root, PostgreSQL is nobody, who may own a data folder and
 * yet not be let through the folders above it. So it gets the folder opened, which Linux lets it use like a path.
 * See docs/decisions/0025.
 */
export function handOver(folder: string): FolderHandle {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return { path: folder, descriptor: 'ignore', close: () => {} };
  }
  const descriptor = openSync(folder, 'r');
  return { path: '/proc/self/fd/3', descriptor, close: () => closeSync(descriptor) };
}
