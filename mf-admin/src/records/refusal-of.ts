import { DataError } from '@ki/shared/data/errors.ts';

const REFUSED: ReadonlySet<string> = new Set(['invalid', 'conflict', 'not_found', 'forbidden']);

/** The database's own words for what it does not take, else that nobody could be asked. */
export const refusalOf = (error: unknown): string =>
  error instanceof DataError && REFUSED.has(error.code) ? error.message : 'An error occurred';
