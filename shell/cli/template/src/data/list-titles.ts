import type { Reader } from '@ki/shared/contract/reads.ts';
import { unwrap } from '@ki/shared/data/errors.ts';

const SHOWN = 12;

/** Example data, until the remote has its own. */
export async function listTitles(reader: Reader): Promise<string[]> {
  const newest = reader.from('workshops').select('title').order('created_at', { ascending: false }).order('id');
  return unwrap(await newest.limit(SHOWN)).map(({ title }) => title);
}
