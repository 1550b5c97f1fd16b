import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { readLesson } from '../../data/read-lesson.ts';
import { readOutline } from '../../data/read-outline.ts';

export function outlineLoader({ params: { courseSlug = '' } }: LoaderFunctionArgs) {
  return { courseSlug, outline: settle(reader().then((open) => readOutline(open, courseSlug))) };
}

export type OutlineData = ReturnType<typeof outlineLoader>;

export function loader({ params: { courseSlug = '', lessonId = '' } }: LoaderFunctionArgs) {
  return { courseSlug, lessonId, lesson: settle(reader().then((open) => readLesson(open, courseSlug, lessonId))) };
}

export type LessonData = ReturnType<typeof loader>;
