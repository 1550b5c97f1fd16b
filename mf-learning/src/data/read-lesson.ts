import type { Reader } from '@ki/shared/contract/reader.ts';
import { sentAsHtml } from '@ki/shared/contract/server-html.ts';
import { unwrap } from '@ki/shared/data/errors.ts';
import { beginningOf, plainText } from '@ki/shared/format/plain-text.ts';
import { prepareText } from '@ki/shared/ui/markdown/prepare-text.ts';
import type { Lesson } from '../model/course.ts';
import { toLesson } from './course-rows.ts';

const COLUMNS =
  'id, title, duration, lesson_type, video_url, content, module:modules!inner(course:courses!inner(id, title, slug, is_published))' as const;
const DESCRIPTION_LENGTH = 160;

/** A lesson of the published course with this slug. Throws `not_found`, also for a lesson of another course. */
export async function readLesson(reader: Reader, courseSlug: string, id: string): Promise<Lesson> {
  const row = unwrap(
    await reader
      .from('lessons')
      .select(COLUMNS)
      .eq('id', id)
      .eq('module.course.slug', courseSlug)
      .eq('module.course.is_published', true)
      .maybeSingle(),
  );
  const { course } = row.module;
  return {
    ...toLesson(row),
    courseId: course.id,
    description:
      beginningOf(plainText(row.content), DESCRIPTION_LENGTH) ||
      `Lektion „${row.title}“ des Online-Kurses „${course.title}“`,
    videoUrl: row.video_url,
    text: sentAsHtml(await prepareText(row.content)),
  };
}
