import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;
const SQLITE_BUSY = 5;

/** Kept from the garbage collector, which would end the locks of those who forget how to end them. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock until the returned function is called or the process ends, however it ends; `null` when another process
 * or another call has it for all of the time given, which this process waits doing nothing else. The lock is SQLite's
 * on an empty database: one that the operating system holds for a process, which Node.js does not offer otherwise. It
 * cannot be left behind, and of two who want it one wins.
 */
export function takeLock(file: string, waitMs: number): (() => void) | null {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null;
    throw error;
  }
  held.add(database);
  return () => {
    held.delete(database);
    database.close();
  };
}

/** Does something while no other process and no other call does it with the same lock. */
export async function withLock<T>(file: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  const deadline = performance.now() + waitMs;
  let release = takeLock(file, 0);
  while (!release) {
    if (performance.now() > deadline) throw new Error(`${file} is held by another command; expected it to end`);
    await pause(POLL_MS);
    release = takeLock(file, 0);
  }
  try {
    return await work();
  } finally {
    release();
  }
}
