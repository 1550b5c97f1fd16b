import { askedPage, PAGE } from '@ki/shared/contract/list-page.ts';
import { paths } from '@ki/shared/contract/paths.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { listCourseCategories } from '../../data/list-course-categories.ts';
import { listCourses } from '../../data/list-courses.ts';
import { FILTER_NAMES, filtersOf } from '../../model/list-filters.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const filters = filtersOf(asked);
  const client = reader();
  return {
    filters,
    list: settle(client.then((open) => listCourses(open, filters, askedPage(asked)))),
    categories: settle(client.then(listCourseCategories)),
  };
}

export type CoursesData = ReturnType<typeof loader>;

const handle: RouteHandle = {
  query: [...Object.values(FILTER_NAMES), PAGE],
  head: () => ({
    title: 'Online-Kurse',
    description:
      'Online-Kurse über künstliche Intelligenz in der Erwachsenenbildung, im eigenen Tempo und kostenlos lesbar.',
  }),
};

export const coursesRoute: RouteObject = {
  id: 'learning-courses',
  path: paths.courses,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "learning-courses" */ './page.tsx'),
};
