import { DataError, unwrap } from '@ki/shared/data/errors.ts';

type Answer = Parameters<typeof unwrap<readonly unknown[] | null>>[0];

/**
 * Judges the rows that an update of the version `base` has met. When it met none, somebody else has changed the row
 * (`conflict`) or deleted it (`not_found`): `row` looks for it in any version, and is asked only then.
 */
export async function expectChanged(
  rows: readonly unknown[],
  base: string | null,
  row: PromiseLike<Answer>,
): Promise<void> {
  if (rows.length > 0) return;
  if (base === null || unwrap(await row).length === 0) throw new DataError('not_found', 'no such row');
  throw new DataError('conflict', `the row is no longer of ${base}`);
}
