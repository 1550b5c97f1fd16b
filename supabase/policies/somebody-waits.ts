import { expect } from 'vitest';
import type { Database } from '../local-backend/database/database.ts';

/** Until a session of this server waits for a lock of another. */
export const somebodyWaits = (database: Pick<Database, 'query'>) =>
  expect
    .poll(() => database.query('select from pg_locks where not granted').then(({ length }) => length), {
      timeout: 10_000,
    })
    .toBeGreaterThan(0);
