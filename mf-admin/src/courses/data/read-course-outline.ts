import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { type CourseOutline, toLessonType } from '../model/course-outline.ts';

const COLUMNS =
  'id, title, slug, is_published, modules (id, title, description, updated_at, order_position, lessons (id, title, lesson_type, duration, order_position))';

interface Placed {
  readonly id: string;
  readonly order_position: number;
}

const byPosition = (one: Placed, other: Placed) =>
  one.order_position - other.order_position || (one.id < other.id ? -1 : 1);

/** A course with its modules and lessons in their order, without the lessons' texts. Throws `not_found`. */
export async function readCourseOutline(client: StaffClient, id: string): Promise<CourseOutline> {
  const row = unwrap(await client.from('courses').select(COLUMNS).eq('id', id).maybeSingle());
  const modules = row.modules.toSorted(byPosition).map((module) => ({
    id: module.id,
    title: module.title,
    description: module.description,
    updatedAt: module.updated_at,
    lessons: module.lessons.toSorted(byPosition).map((lesson) => ({
      id: lesson.id,
      title: lesson.title,
      type: toLessonType(lesson.lesson_type),
      duration: lesson.duration,
    })),
  }));
  return { id: row.id, title: row.title, slug: row.slug, isPublished: row.is_published, modules };
}
