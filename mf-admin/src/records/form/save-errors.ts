import { DataError, UNREACHABLE } from '@ki/shared/data/errors.ts';
import { isDenial } from '../../kit/use-operation.ts';
import type { Reasons } from '../model/new-record.ts';

/** `conflict`: another user saved after this form was opened. `gone`: another user deleted the record. */
export type SaveError = 'failed' | 'conflict' | 'gone';

/** The database has answered: it has stored nothing. */
export const isAnswer = (error: unknown): boolean => error instanceof DataError && error.code !== 'unavailable';

export function saveErrorOf(error: unknown): SaveError {
  if (!(error instanceof DataError)) return 'failed';
  if (error.code === 'not_found') return 'gone';
  return error.code === 'conflict' && !error.constraint ? 'conflict' : 'failed';
}

interface Refusable {
  readonly reasons: Reasons;
  readonly fields: Readonly<Record<string, { readonly column: string }>>;
}

/** A violated constraint has a text of the kind; the database names a field, or its column, as the hint of its message. */
export function reasonOf({ reasons, fields }: Refusable, { constraint, hint, message }: DataError) {
  if (constraint) return reasons[constraint];
  const field = Object.keys(fields).find((name) => name === hint || fields[name]?.column === hint);
  return field === undefined ? undefined : { field, message };
}

/** A rule of the database that is about no field of the form, in its own words; or why there was no answer of it. */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof DataError) || error.constraint) return null;
  if (error.code === 'unavailable') return error.hint === 'no_answer' ? error.message : UNREACHABLE;
  return error.code === 'invalid' || isDenial(error) ? error.message : null;
}

/** Wrong fields of nested values, such as hours and minutes, count each. */
export function countOf(errors: object): number {
  if ('message' in errors && typeof errors.message === 'string') return 1;
  return Object.values(errors).reduce((sum: number, error) => sum + (error ? countOf(error) : 0), 0);
}
