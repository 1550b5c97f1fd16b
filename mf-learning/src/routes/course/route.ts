import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { Course } from '../../model/course.ts';
import { loader } from './loader.ts';

function courseJsonLd({ title, description, level }: Course) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: title,
    description: description || title,
    inLanguage: 'de',
    isAccessibleForFree: true,
    educationalLevel: level,
    provider: { '@type': 'Organization', name: 'KI-Lernplattform' },
  };
}

export const courseRoute = defineRoute({
  id: 'learning-course',
  path: paths.course.pattern,
  loader,
  // What reacts to reading: how far one is, and the end of a lesson or a video.
  hydrate: 'idle',
  head: ({ data: { course } }) => {
    if (!course.ok) return { title: 'Course Not Found', noindex: true };
    const { title, description } = course.data;
    return { title, description: description || undefined, jsonLd: [courseJsonLd(course.data)] };
  },
  lazy: () => import(/* webpackChunkName: "learning-course" */ './page.tsx'),
});
