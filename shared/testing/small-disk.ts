import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const MEGABYTE = 1024 * 1024;
const FILLER = 'filler';

/** A separate file system, small enough to be filled to the last byte. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the file system up to `left` free bytes. */
  fill(left?: number): void;
  makeRoom(): void;
  remove(): void;
}

/** Runs a command as root, else by `sudo`, which must not need a password. */
function asRoot(command: string, ...args: string[]): void {
  if (process.getuid?.() === 0) execFileSync(command, args, { stdio: 'pipe' });
  else execFileSync('sudo', ['-n', command, ...args], { stdio: 'pipe' });
}

/** Mounts a tmpfs; `undefined` where mounting is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'));
  chmodSync(folder, 0o755);
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'small-disk', folder);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, FILLER);
  return {
    folder,
    fill(left = 0) {
      const file = openSync(filler, 'a');
      try {
        for (const size of [MEGABYTE, 4096]) while (wrote(file, size));
      } finally {
        closeSync(file);
      }
      truncateSync(filler, statSync(filler).size - left);
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      asRoot('umount', '--lazy', folder);
      rmSync(folder, { recursive: true });
    },
  };
}

function wrote(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
