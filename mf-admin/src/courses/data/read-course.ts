import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type EditableCourse, LEVELS } from '../model/course.ts';

const COLUMNS =
  'id, title, slug, description, thumbnail_url, course_category_id, difficulty_level, is_published, updated_at';

/** A course to be edited, drafts included. Throws `not_found`. */
export async function readCourse(client: StaffClient, id: string): Promise<EditableCourse> {
  const row = unwrap(await client.from('courses').select(COLUMNS).eq('id', id).maybeSingle());
  return {
    id: row.id,
    updatedAt: row.updated_at,
    values: {
      title: row.title,
      slug: row.slug,
      description: row.description,
      thumbnailUrl: row.thumbnail_url ?? '',
      categoryId: row.course_category_id ?? '',
      level: LEVELS.find((level) => level === row.difficulty_level) ?? 'beginner',
      isPublished: row.is_published,
    },
  };
}
