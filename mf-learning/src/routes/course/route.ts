import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import type { Result } from '@ki/shared/contract/result.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { readCourse } from '../../data/read-course.ts';
import type { Course } from '../../model/course.ts';

export function loader({ params: { slug = '' } }: LoaderFunctionArgs) {
  return { slug, course: settle(reader().then((open) => readCourse(open, slug))) };
}

export type CourseData = ReturnType<typeof loader>;

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

const handle: RouteHandle = {
  head: ({ data }) => {
    const { course } = data as { course: Result<Course> };
    if (!course.ok) return { title: 'Course Not Found', noindex: true };
    const { title, description } = course.data;
    return { title, description: description || undefined, jsonLd: [courseJsonLd(course.data)] };
  },
};

export const courseRoute: RouteObject = {
  id: 'learning-course',
  path: paths.course.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "learning-course" */ './page.tsx'),
};
