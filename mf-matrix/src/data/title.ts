import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

/** The heading of the matrix. Only its own page reads it, so that no other document carries it. */
export async function readTitle(reader: Reader): Promise<string> {
  return unwrap(await reader.from('site').select('matrix_title').single()).matrix_title.trim();
}
