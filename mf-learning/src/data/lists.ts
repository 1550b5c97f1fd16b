import { PAGE_SIZE } from '@ki/shared/contract/list-page.ts';
import type { Reader } from '@ki/shared/contract/reads.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { ListPage } from '../model/list.ts';

/** The words below the heading of a list. Only its own page reads them, so that no other document carries them. */
export async function readIntro(reader: Reader, list: 'workshops' | 'courses'): Promise<string> {
  const { workshops_intro, courses_intro } = unwrap(
    await reader.from('site').select('workshops_intro, courses_intro').single(),
  );
  return (list === 'workshops' ? workshops_intro : courses_intro).trim();
}

type Response<Row> = Parameters<typeof unwrap<Row[] | null>>[0] & { readonly count: number | null };

type Request<Row> = (from: number, to: number) => PromiseLike<Response<Row>>;

const RANGE_NOT_SATISFIABLE = 416;

/** Reads one page of a list; instead of a page beyond the last one, the first. */
export async function readPage<Row>(page: number, request: Request<Row>): Promise<ListPage<Row>> {
  const from = (page - 1) * PAGE_SIZE;
  const response = await request(from, from + PAGE_SIZE - 1);
  if (response.status === RANGE_NOT_SATISFIABLE && page > 1) return readPage(1, request);
  const entries = unwrap(response);
  return { page, entries, total: response.count ?? entries.length };
}
