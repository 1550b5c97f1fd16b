import { AsyncLocalStorage } from 'node:async_hooks';
import { isPostgresError, type PostgresError } from './database/postgrest-errors.ts';
import { described } from './described-error.ts';
import type { Log } from './log.ts';

interface Listener {
  log: Log;
  /** Learns about a database error that lite prints and then hides from its caller. */
  onDatabaseError?: ((error: PostgresError) => void) | undefined;
}

const current = new AsyncLocalStorage<Listener>();

let isInstalled = false;

/**
 * Runs lite's code with its console going to the log. Lite prints every database error with the statement and its
 * parameters, and mails with their tokens; the log gets the error's code and the names of what it concerns.
 */
export function withQuietConsole<Result>(listener: Listener, work: () => Result): Result {
  if (!isInstalled) install();
  return current.run(listener, work);
}

function install(): void {
  isInstalled = true;
  for (const level of ['error', 'warn', 'info', 'log'] as const) {
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      const listener = current.getStore();
      // Outside, since a log may well print by the console itself.
      if (listener) current.exit(() => record(listener, level, values));
      else print(...values);
    };
  }
}

function record({ log, onDatabaseError }: Listener, level: string, values: unknown[]): void {
  const error = values.map(originalError).find((value) => value !== undefined);
  if (isPostgresError(error)) {
    // PGlite names them one way, the driver for PostgreSQL the other.
    const { code, table_name, table = table_name, constraint_name, constraint = constraint_name } = error;
    log('database_error', { code, table, constraint });
    onDatabaseError?.(error);
  } else if (error) {
    log('library_error', described(error));
  } else {
    log('library_message', { level });
  }
}

function originalError(value: unknown): Error | PostgresError | undefined {
  if (isPostgresError(value)) return isPostgresError(value.cause) ? value.cause : value;
  return value instanceof Error ? value : undefined;
}
