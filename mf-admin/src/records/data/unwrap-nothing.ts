import { unwrap } from '@ki/shared/data/errors.ts';

/** For answers that carry nothing when all went well: throws a `DataError` for the others. */
export function unwrapNothing(answer: Omit<Parameters<typeof unwrap>[0], 'data'>): void {
  unwrap({ ...answer, data: true });
}
