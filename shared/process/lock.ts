import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;
const SQLITE_BUSY = 5;

/** The garbage collector would close an unreferenced database, and with it end the lock. */
const held = new Set<DatabaseSync>();

/** Takes a lock by SQLite, which the system frees when the process ends; `null` when it stays taken. */
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

/** Runs work while no other process and no other call runs work with the same lock. */
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
