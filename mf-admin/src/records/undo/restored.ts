import { DataError } from '@ki/shared/data/errors.ts';
import { adjustedNote } from '../model/trash.ts';

/** What is said of something that is back. */
export const restoredText = (name: string, adjusted: readonly string[]): string =>
  `“${name}” is back. ${adjustedNote(adjusted)}`.trim();

/** A refusal that says why; an error of a constraint is in the database's language. */
const saysWhy = (error: unknown): error is DataError =>
  error instanceof DataError && (error.code === 'conflict' || error.code === 'not_found') && !error.constraint;

/** Why something did not come back, in the database's own words where it has some. */
export const refusedText = (
  error: unknown,
  otherwise = 'It could not be restored. Please try again from the trash.',
): string => (saysWhy(error) ? error.message : otherwise);
