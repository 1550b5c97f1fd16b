import { defineRoute } from '@ki/shared/contract/define-route.ts';
import { askedPage, queryKeys } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import { reads } from '@ki/shared/data/reads.ts';
import { listCourseCategories, listCourses } from '../../data/courses.ts';
import { FILTER_NAMES, filtersOf } from '../../model/list-filters.ts';

const loader = reads(({ url: { searchParams } }) => {
  const filters = filtersOf(searchParams);
  return {
    filters,
    list: (reader) => listCourses(reader, filters, askedPage(searchParams)),
    categories: listCourseCategories,
  };
});

export type CoursesData = ReturnType<typeof loader>;

export const coursesRoute = defineRoute({
  id: 'learning-courses',
  path: paths.courses,
  query: [...Object.values(FILTER_NAMES), queryKeys.page],
  loader,
  head: () => ({
    title: 'Online-Kurse',
    description:
      'Online-Kurse über künstliche Intelligenz in der Erwachsenenbildung, im eigenen Tempo und kostenlos lesbar.',
  }),
});
