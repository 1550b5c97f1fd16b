import { afterAll, beforeAll } from 'vitest';
import type { Database, OpenDatabase } from '../../local-backend/database/database.ts';
import { migrate, projectMigrations } from '../../local-backend/database/migrate.ts';
import { openPostgres } from '../../local-backend/database/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../local-backend/fixtures/test-database.ts';

/** A database of the test file, with the migrations up to a version, for records of before. */
export function openedAt(version: string) {
  let server: TestDatabase;
  let opened: OpenDatabase;
  beforeAll(async () => {
    server = await createTestDatabase('system');
    opened = await openPostgres(server.url);
    await migrate(opened.database, projectMigrations, version);
  });
  afterAll(async () => {
    await opened?.close();
    await server?.drop();
  });
  const database: Database = {
    query: (sql, parameters) => opened.database.query(sql, parameters),
    execute: (script) => opened.database.execute(script),
    transaction: (work) => opened.database.transaction(work),
  };
  return {
    ...database,
    openAnother: () => openPostgres(server.url),
    migrate: (last?: string) => migrate(database, projectMigrations, last),
  };
}
