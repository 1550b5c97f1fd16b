import type { Reader } from '@ki/shared/contract/reader.ts';
import { containing } from '@ki/shared/data/containing.ts';
import type { ListFilters } from '../model/list-filters.ts';
import type { ListPage } from '../model/list-page.ts';
import type { WorkshopSummary } from '../model/workshop.ts';
import { readPage } from './read-page.ts';
import { SUMMARY, SUMMARY_BY_CATEGORY, toSummary } from './workshop-rows.ts';

type Asked = Pick<ListFilters, 'search' | 'category'>;

/** One page of the workshops that the filters ask for, newest first. */
export async function listWorkshops(reader: Reader, asked: Asked, page: number): Promise<ListPage<WorkshopSummary>> {
  const found = await readPage(page, (from, to) => query(reader, asked).range(from, to));
  return { ...found, entries: found.entries.map(toSummary) };
}

function query(reader: Reader, { search, category }: Asked) {
  const columns = category ? SUMMARY_BY_CATEGORY : SUMMARY;
  let rows = reader.from('workshops').select(columns, { count: 'exact' });
  if (category) rows = rows.eq('category.name', category);
  if (search) rows = rows.or(containing(['title'], search));
  return rows.order('created_at', { ascending: false }).order('id');
}
