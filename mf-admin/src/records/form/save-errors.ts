import { DataError } from '@ki/shared/data/errors.ts';
import type { Reasons } from '../model/new-record.ts';

/** `conflict`: another user saved after this form was opened. `gone`: another user deleted the record. */
export type SaveError = 'failed' | 'conflict' | 'gone';

export function saveErrorOf(error: unknown): SaveError {
  if (!(error instanceof DataError)) return 'failed';
  if (error.code === 'not_found') return 'gone';
  return error.code === 'conflict' && !error.constraint ? 'conflict' : 'failed';
}

/** A violated constraint has a text of the kind; a function of the database names the field of its message as hint. */
export function reasonOf(
  { reasons, fields }: { readonly reasons: Reasons; readonly fields: Readonly<Record<string, unknown>> },
  { constraint, hint, message }: DataError,
) {
  if (constraint) return reasons[constraint];
  return hint !== undefined && Object.hasOwn(fields, hint) ? { field: hint, message } : undefined;
}

/** A rule of the database that is about no field of the form, in its own words. */
export const refusalOf = (error: unknown): string | null =>
  error instanceof DataError && error.code === 'invalid' && !error.constraint ? error.message : null;

/** Wrong fields of nested values, such as hours and minutes, count each. */
export function countOf(errors: object): number {
  if ('message' in errors && typeof errors.message === 'string') return 1;
  return Object.values(errors).reduce((sum: number, error) => sum + (error ? countOf(error) : 0), 0);
}
