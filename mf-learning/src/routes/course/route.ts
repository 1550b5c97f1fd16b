import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { readCourse } from '../../data/courses.ts';
import type { Course } from '../../model/course.ts';

const loader = reads(({ params: { slug = '' } }) => ({ slug, course: (reader) => readCourse(reader, slug) }));

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

export const courseRoute = defineRoute({
  id: 'learning-course',
  path: paths.course.pattern,
  loader,
  // The progress is stored in the browser.
  hydrate: 'idle',
  head: ({ data: { course } }) => {
    if (!course.ok) return { title: 'Course Not Found', noindex: true };
    const { title, description } = course.data;
    return { title, description: description || undefined, jsonLd: [courseJsonLd(course.data)] };
  },
});
