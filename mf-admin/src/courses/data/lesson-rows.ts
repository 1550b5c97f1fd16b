import { toStoredDuration } from '../../records/model/duration-fields.ts';
import type { EditableLesson, LessonValues } from '../model/lesson.ts';

/** The columns that the form fills. */
export const toLessonColumns = (values: LessonValues, before: EditableLesson | null) => ({
  title: values.title,
  lesson_type: values.type,
  video_url: values.videoUrl === '' ? null : values.videoUrl,
  duration: toStoredDuration(values, before?.duration ?? null),
  content: values.content,
});
