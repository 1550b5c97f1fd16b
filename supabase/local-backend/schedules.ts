import { statfs } from 'node:fs/promises';
import { FULL, type Room, writeRoom } from '@ki/shared/process/room.ts';
import type { Database } from './database/database.ts';
import { described, type Log } from './log.ts';

const HOUR_MS = 3_600_000;

/** Does what a schedule of pg_cron does on a hosted project. */
export function keepSchedules(database: Pick<Database, 'query'>, log: Log): void {
  const schedule = (job: string, everyMs: number) => {
    const run = () =>
      database
        .query(`select private.${job}()`)
        .catch((error: unknown) => log('schedule_failed', { job, ...described(error) }));
    void run();
    setInterval(run, everyMs).unref();
  };
  schedule('apply_retention', HOUR_MS);
  schedule('publish_due_drafts', 5_000);
  schedule('prune_search_words', HOUR_MS);
}

const BATCH = 20;
const LEFT = 'select count(*)::integer as count from private.search_documents where failed_at is null';

/** Requests have the database between two batches. Records that failed are tried again later. */
const PAUSES = { nextMs: 100, retryMs: 60_000, againMs: 3_600_000 };

/** Makes the words of records anew that an earlier version indexed, in batches beside the serving. Each is a transaction, so that the next start goes on. */
export function finishIndexing(
  { query }: Pick<Database, 'query'>,
  log: Log,
  { nextMs, retryMs, againMs } = PAUSES,
): void {
  let total = 0;
  const next = async (): Promise<void> => {
    try {
      const [batch] = await query<{ count: number }>('select private.index_batch($1) as count', [BATCH]);
      total += batch?.count ?? 0;
      const [left] = batch?.count ? [] : await query<{ count: number }>(LEFT);
      if (batch?.count) setTimeout(next, nextMs).unref();
      // Another transaction has these, and may end without them.
      else if (left?.count) setTimeout(next, retryMs).unref();
      else {
        if (total > 0) log('notice', { message: `words of the search were made anew: ${total} records` });
        total = 0;
        setTimeout(next, againMs).unref();
      }
    } catch (error) {
      log('schedule_failed', { job: 'index_batch', ...described(error) });
      setTimeout(next, retryMs).unref();
    }
  };
  void next();
}

/** The share of a disk that is in use, as `df` says it: what is kept for root is not free. */
export async function diskShare(folder: string): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(folder);
  const used = blocks - bfree;
  return used / (used + bavail);
}

interface RoomOptions {
  readonly database: Pick<Database, 'query'>;
  readonly dataDir: string;
  readonly quota: number;
  /** Null where the database is not on a disk of this machine. */
  readonly measure: () => Promise<number | null>;
  readonly log: Log;
}

type Stated = Readonly<{ quota: string | null; is_disk_full: boolean; used: string }>;

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
