import type { Database } from './database/database.ts';
import { described, type Log } from './log.ts';

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
