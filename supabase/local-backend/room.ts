import { statfs } from 'node:fs/promises';
import { FULL, type Room, writeRoom } from '@ki/shared/process/room.ts';
import type { Database } from './database/database.ts';
import { described, type Log } from './log.ts';

/** The share of a disk that is in use, as `df` says it: what is kept for root is not free. */
export async function diskShare(folder: string): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(folder);
  const used = blocks - bfree;
  return used / (used + bavail);
}

export interface RoomOptions {
  readonly database: Pick<Database, 'query'>;
  readonly dataDir: string;
  readonly quota: number;
  /** Null where the database is not on a disk of this machine. */
  readonly measure: () => Promise<number | null>;
  readonly log: Log;
}

interface Stated {
  readonly quota: string | null;
  readonly is_disk_full: boolean;
  readonly used: string;
}

/** Measures the disk, and tells the database what has changed and the shells how full the platform is. Never rejects. */
export function followRoom({ database, dataDir, quota, measure, log }: RoomOptions): () => Promise<void> {
  async function measured(): Promise<Room> {
    const disk = await measure();
    const isDiskFull = disk !== null && disk >= FULL;
    const [stated] = await database.query<Stated>('select quota, is_disk_full, used from private.room');
    if (stated?.is_disk_full !== isDiskFull || Number(stated.quota) !== quota) {
      await database.query('update private.room set quota = $1, is_disk_full = $2', [quota, isDiskFull]);
      if (isDiskFull) log('notice', { message: 'the disk of the database is 90 % full: content is refused' });
      else if (stated?.is_disk_full) log('notice', { message: 'the disk of the database has room again' });
    }
    return { at: Date.now(), quota: Number(stated?.used ?? 0) / quota, disk };
  }
  return async () => {
    try {
      await writeRoom(dataDir, await measured());
    } catch (error) {
      log('room_not_measured', described(error));
    }
  };
}
