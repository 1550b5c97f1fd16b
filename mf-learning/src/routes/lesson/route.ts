import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { pictureAddress } from '@ki/shared/metadata/share-picture.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { readLesson, readOutline } from '../../data/courses.ts';
import { LESSON_PREVIEW, lessonNodes, lessonPicture } from '../../model/metadata.ts';

const outlineLoader = reads(({ params: { courseSlug = '' }, preview }) => ({
  courseSlug,
  outline: (reader) => readOutline(reader, courseSlug, preview),
}));

export type OutlineData = ReturnType<typeof outlineLoader>;

const loader = reads(({ params: { courseSlug = '', lessonId = '' }, preview }) => ({
  courseSlug,
  lessonId,
  lesson: (reader) => readLesson(reader, courseSlug, lessonId, preview),
}));

export type LessonData = ReturnType<typeof loader>;

/** The outline stays from lesson to lesson; a navigation to the same address reloads it. */
function shouldRevalidate({ currentUrl, nextUrl, currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.courseSlug !== nextParams.courseSlug || currentUrl.href === nextUrl.href;
}

export const courseFrameRoute = defineRoute({ id: 'learning-course-frame', loader: outlineLoader, shouldRevalidate });

export const lessonRoute = defineRoute({
  id: 'learning-lesson',
  path: paths.lesson.pattern,
  loader,
  // The progress is stored in the browser when a reader reaches the end of a text or a video.
  hydrate: 'idle',
  head: ({ data: { courseSlug, lesson }, url: { origin } }) => {
    if (!lesson.ok) return { title: 'Lesson Not Found', noindex: true };
    const { id: lessonId, title, description } = lesson.data;
    return {
      title,
      description,
      type: 'article',
      ...(typeof document === 'undefined' && {
        image: pictureAddress(LESSON_PREVIEW({ courseSlug, lessonId }), lessonPicture(lesson.data)),
        jsonLd: lessonNodes(lesson.data, courseSlug, origin),
      }),
    };
  },
});
