import { expect } from 'vitest';
import type { Database } from '../../local-backend/database/database.ts';

const WAITING = 'from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';

/** Resolves when a session of this database waits for a lock of another. */
export const somebodyWaits = (database: Pick<Database, 'query'>) =>
  expect
    .poll(async () => (await database.query(`select ${WAITING}`)).length, { timeout: 10_000, interval: 5 })
    .toBeGreaterThan(0);

/** Cancels each statement that waits for a lock. */
export const cancelWaiting = (database: Pick<Database, 'query'>) =>
  database.query(`select pg_cancel_backend(pid) ${WAITING}`);

interface Race<Answer> {
  /** Takes the locks, in the first transaction. */
  lock(first: Database): PromiseLike<unknown>;
  /** Waits for one of the locks. */
  act(): PromiseLike<Answer>;
  /** What the first transaction does while the act waits. */
  meanwhile?(first: Database): PromiseLike<unknown>;
}

/** The answer of an act that begins within a transaction, waits for its locks and ends after it. */
export async function afterWaiting<Answer>(owner: Database, { lock, act, meanwhile }: Race<Answer>): Promise<Answer> {
  const { answer } = await owner.transaction(async (first) => {
    await lock(first);
    const answer = Promise.resolve(act());
    await somebodyWaits(first);
    await meanwhile?.(first);
    return { answer };
  });
  return answer;
}
