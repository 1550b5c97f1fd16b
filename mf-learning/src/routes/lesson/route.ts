import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject, ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { readLesson } from '../../data/read-lesson.ts';
import { readOutline } from '../../data/read-outline.ts';
import type { Lesson } from '../../model/course.ts';

export function outlineLoader({ params: { courseSlug = '' } }: LoaderFunctionArgs) {
  return { courseSlug, outline: settle(reader().then((open) => readOutline(open, courseSlug))) };
}

export function loader({ params: { courseSlug = '', lessonId = '' } }: LoaderFunctionArgs) {
  return { courseSlug, lessonId, lesson: settle(reader().then((open) => readLesson(open, courseSlug, lessonId))) };
}

export type OutlineData = ReturnType<typeof outlineLoader>;
export type LessonData = ReturnType<typeof loader>;

/** The outline stays from lesson to lesson; asking for the same address again reads it again. */
function shouldRevalidate({ currentUrl, nextUrl, currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.courseSlug !== nextParams.courseSlug || currentUrl.href === nextUrl.href;
}

const handle: RouteHandle = {
  head: ({ data }) => {
    const { lesson } = data as { lesson: Result<Lesson> };
    if (!lesson.ok) return { title: 'Lesson Not Found', noindex: true };
    const { title, description } = lesson.data;
    return { title, description, type: 'article' };
  },
};

export const lessonRoute: RouteObject = {
  id: 'learning-course-frame',
  loader: outlineLoader,
  shouldRevalidate,
  lazy: () => import(/* webpackChunkName: "learning-course-frame" */ './frame.tsx'),
  children: [
    {
      id: 'learning-lesson',
      path: paths.lesson.pattern,
      loader,
      handle,
      lazy: () => import(/* webpackChunkName: "learning-lesson" */ './page.tsx'),
    },
  ],
};
