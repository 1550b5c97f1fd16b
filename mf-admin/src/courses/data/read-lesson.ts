import type { StaffClient } from '@ki/shared/data/clients.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { toDurationValues } from '../../records/model/duration-fields.ts';
import { toLessonType } from '../model/course-outline.ts';
import type { EditableLesson } from '../model/lesson.ts';

/** A lesson of a course to be edited or shown, drafts included. Throws `not_found`. */
export async function readLesson(client: StaffClient, course: string, id: string): Promise<EditableLesson> {
  const columns = 'id, title, content, video_url, duration, lesson_type, updated_at, modules!inner (course_id)';
  const row = unwrap(
    await client.from('lessons').select(columns).eq('id', id).eq('modules.course_id', course).maybeSingle(),
  );
  return {
    id: row.id,
    updatedAt: row.updated_at,
    duration: row.duration,
    values: {
      title: row.title,
      type: toLessonType(row.lesson_type),
      videoUrl: row.video_url ?? '',
      ...toDurationValues(row.duration),
      content: row.content,
    },
  };
}
