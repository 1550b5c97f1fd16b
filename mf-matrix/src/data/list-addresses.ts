import { paths } from '@ki/shared/contract/paths.ts';
import type { Reader } from '@ki/shared/contract/reader.ts';
import type { SitemapEntry } from '@ki/shared/contract/remote-module.ts';
import { readAll } from './read-all.ts';

/** The matrix and each of its workshops. */
export async function listAddresses(reader: Reader): Promise<readonly SitemapEntry[]> {
  const rows = await readAll((first, last) =>
    reader.from('matrix_workshops').select('id', { count: 'exact' }).order('id').range(first, last),
  );
  return [{ path: paths.matrix }, ...rows.map(({ id }) => ({ path: paths.matrixWorkshop(id) }))];
}
