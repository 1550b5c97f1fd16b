import { AsyncLocalStorage } from 'node:async_hooks';
import { described, type Log } from '../log.ts';
import { isPostgresError, type PostgresError } from './connection.ts';

interface Listener {
  log: Log;
  onDatabaseError?: ((error: PostgresError) => void) | undefined;
}

const current = new AsyncLocalStorage<Listener>();

let isInstalled = false;

/** Redirects lite's console to the log: lite prints statements with their parameters, and mails with their tokens. */
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
      if (listener) current.exit(() => record(listener, level, values));
      else print(...values);
    };
  }
}

function record({ log, onDatabaseError }: Listener, level: string, values: unknown[]): void {
  const error = values.map(originalError).find((value) => value !== undefined);
  if (isPostgresError(error)) {
    const { code, table_name: table, constraint_name: constraint } = error;
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
