import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { Course } from '../model/course.ts';
import { MODULES, SUMMARY, toModules, toSummary } from './course-rows.ts';

/** The published course with this slug, its modules and lessons in order. Throws `not_found`. */
export async function readCourse(reader: Reader, slug: string): Promise<Course> {
  const columns = `${SUMMARY}, ${MODULES}` as const;
  const row = unwrap(
    await reader.from('courses').select(columns).eq('slug', slug).eq('is_published', true).maybeSingle(),
  );
  return { ...toSummary(row), modules: toModules(row.modules) };
}
