import type { Reader } from '@ki/shared/contract/reader.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import type { CourseOutline } from '../model/course.ts';
import { MODULES, toModules } from './course-rows.ts';

/** What the published course with this slug consists of. Throws `not_found`. */
export async function readOutline(reader: Reader, slug: string): Promise<CourseOutline> {
  const columns = `id, title, slug, ${MODULES}` as const;
  const { modules, ...course } = unwrap(
    await reader.from('courses').select(columns).eq('slug', slug).eq('is_published', true).maybeSingle(),
  );
  return { ...course, modules: toModules(modules) };
}
