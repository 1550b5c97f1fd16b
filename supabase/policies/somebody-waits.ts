import { expect } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';

/** Resolves when a session of this database waits for a lock of another. */
export const somebodyWaits = (database: Pick<Database, 'query'>) =>
  expect
    .poll(
      () =>
        database
          .query(
            `select from pg_locks join pg_stat_activity using (pid)
         where not granted and datname = current_database()`,
          )
          .then(({ length }) => length),
      {
        timeout: 10_000,
      },
    )
    .toBeGreaterThan(0);
