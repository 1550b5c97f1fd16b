import { setTimeout as pause } from 'node:timers/promises';
import { automaticBackups } from '@ki/shared/process/backups.ts';
import type { Config } from '../config.ts';

const READ_WITHIN_MS = 2_000;

export interface BackupAge {
  /** Infinity without a backup. */
  readonly seconds: number;
  /** Whether it is older than two intervals. */
  readonly isLate: boolean;
}

/** The age of the last automatic backup; null where none are made. */
export function followBackups(backups: Config['backups']): () => Promise<BackupAge | null> {
  let reading: Promise<number[]> | null = null;
  return async () => {
    if (!backups) return null;
    // A network disk may hang: one reading waits for it, and nobody waits for that.
    reading ??= automaticBackups(backups.folder)
      .catch(() => [])
      .finally(() => {
        reading = null;
      });
    const [last = Number.NEGATIVE_INFINITY] = await Promise.race([
      reading,
      pause(READ_WITHIN_MS, [] as number[], { ref: false }),
    ]);
    const ms = Date.now() - last;
    return { seconds: ms / 1_000, isLate: ms > 2 * backups.every };
  };
}
