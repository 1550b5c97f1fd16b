import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';
import { loader, outlineLoader } from './loader.ts';

/** The outline stays from lesson to lesson; asking for the same address again reads it again. */
function shouldRevalidate({ currentUrl, nextUrl, currentParams, nextParams }: ShouldRevalidateFunctionArgs): boolean {
  return currentParams.courseSlug !== nextParams.courseSlug || currentUrl.href === nextUrl.href;
}

const pageRoute = defineRoute({
  id: 'learning-lesson',
  path: paths.lesson.pattern,
  loader,
  // What reacts to reading: how far one is, and the end of a lesson or a video.
  hydrate: 'idle',
  head: ({ data: { lesson } }) => {
    if (!lesson.ok) return { title: 'Lesson Not Found', noindex: true };
    const { title, description } = lesson.data;
    return { title, description, type: 'article' };
  },
  lazy: () => import(/* webpackChunkName: "learning-lesson" */ './page.tsx'),
});

export const lessonRoute = defineRoute({
  id: 'learning-course-frame',
  loader: outlineLoader,
  shouldRevalidate,
  lazy: () => import(/* webpackChunkName: "learning-course-frame" */ './frame.tsx'),
  children: [pageRoute],
});
