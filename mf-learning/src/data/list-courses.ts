import type { Reader } from '@ki/shared/contract/reader.ts';
import { containing } from '@ki/shared/data/containing.ts';
import type { CourseSummary } from '../model/course.ts';
import type { ListFilters } from '../model/list-filters.ts';
import type { ListPage } from '../model/list-page.ts';
import { SUMMARY, SUMMARY_BY_CATEGORY, toSummary } from './course-rows.ts';
import { readPage } from './read-page.ts';

/** One page of the published courses that the filters ask for, newest first. */
export async function listCourses(reader: Reader, asked: ListFilters, page: number): Promise<ListPage<CourseSummary>> {
  const found = await readPage(page, (from, to) => query(reader, asked).range(from, to));
  return { ...found, entries: found.entries.map(toSummary) };
}

function query(reader: Reader, { search, category, level }: ListFilters) {
  const columns = category ? SUMMARY_BY_CATEGORY : SUMMARY;
  let rows = reader.from('courses').select(columns, { count: 'exact' }).eq('is_published', true);
  if (category) rows = rows.eq('category.name', category);
  if (level) rows = rows.eq('difficulty_level', level);
  if (search) rows = rows.or(containing(['title'], search));
  return rows.order('created_at', { ascending: false }).order('id');
}
