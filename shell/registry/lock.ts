import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 20;
const SQLITE_BUSY = 5;

function isTaken(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return false;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return true;
    throw error;
  }
}

/**
 * Does something while no other process and no other call does it with the same lock. The lock is SQLite's on an empty
 * database: the system itself gives it back when its holder ends, however it ends.
 */
export async function withLock<T>(file: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    const deadline = performance.now() + waitMs;
    while (isTaken(database)) {
      if (performance.now() > deadline) throw new Error(`${file} is held by another command; expected it to end`);
      await pause(POLL_MS);
    }
    return await work();
  } finally {
    database.close();
  }
}
