import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { ListPage } from '../model/list-page.ts';

type Answer<Row> = Parameters<typeof unwrap<Row[] | null>>[0] & { readonly count: number | null };

/** Rows `from` to `to`, both included, with the exact count of all. */
type Ask<Row> = (from: number, to: number) => PromiseLike<Answer<Row>>;

const BEYOND_THE_LAST = 416;

/** Reads one page of a list. A page beyond the last one, as an old address may ask for it, is the first. */
export async function readPage<Row>(page: number, ask: Ask<Row>): Promise<ListPage<Row>> {
  const from = (page - 1) * PAGE_SIZE;
  const answer = await ask(from, from + PAGE_SIZE - 1);
  if (answer.status === BEYOND_THE_LAST && page > 1) return readPage(1, ask);
  const entries = unwrap(answer);
  return { page, entries, total: answer.count ?? entries.length };
}
