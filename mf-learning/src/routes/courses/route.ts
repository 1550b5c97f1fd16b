import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { collection } from '@ki/shared/metadata/json-ld.ts';
import { listCourseCategories, listCourses } from '../../data/courses.ts';
import { readIntro } from '../../data/lists.ts';
import { COURSES, FILTER_NAMES, filtersOf } from '../../model/list.ts';
import { COURSES_PREVIEW } from '../../model/metadata.ts';

const loader = reads(({ url: { searchParams } }) => {
  const filters = filtersOf(searchParams);
  return {
    filters,
    intro: (reader) => readIntro(reader, 'courses'),
    list: (reader) => listCourses(reader, filters, askedPage(searchParams)),
    categories: listCourseCategories,
  };
});

export type CoursesData = ReturnType<typeof loader>;

const DESCRIPTION = 'Alle Online-Kurse, im eigenen Tempo: Themen, Niveau und Dauer.';

export const coursesRoute = defineRoute({
  id: 'learning-courses',
  path: paths.courses,
  query: [...Object.values(FILTER_NAMES), queryKeys.page],
  loader,
  head: ({ url: { origin } }) => ({
    title: COURSES.name,
    description: DESCRIPTION,
    ...(typeof document === 'undefined' && {
      image: COURSES_PREVIEW,
      jsonLd: [collection(COURSES, origin)],
    }),
  }),
});
