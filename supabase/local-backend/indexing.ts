import type { Database } from './database/database.ts';
import { described, type Log } from './log.ts';

const BATCH = 20;
/** Requests have the database in between. */
const PAUSE_MS = 100;
const RETRY_MS = 60_000;
const LEFT = 'select count(*)::integer as count from private.search_documents where failed_at is null';

/** Makes the words of records anew that an earlier version indexed, in batches beside the serving. Each is a transaction, so that the next start goes on. */
export function finishIndexing({ query }: Pick<Database, 'query'>, log: Log): void {
  let made = 0;
  const next = async (): Promise<void> => {
    try {
      const [batch] = await query<{ made: number }>('select private.index_batch($1) as made', [BATCH]);
      made += batch?.made ?? 0;
      const [left] = batch?.made ? [] : await query<{ count: number }>(LEFT);
      if (batch?.made) setTimeout(next, PAUSE_MS).unref();
      // Another batch has these, and may end without them.
      else if (left?.count) setTimeout(next, RETRY_MS).unref();
      else if (made > 0) log('notice', { message: `words of the search were made anew: ${made} records` });
    } catch (error) {
      log('schedule_failed', { job: 'index_batch', ...described(error) });
      setTimeout(next, RETRY_MS).unref();
    }
  };
  void next();
}
