import { askedPage } from '@ki/shared/contract/list-page.ts';
import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { listCourseCategories } from '../../data/list-course-categories.ts';
import { listCourses } from '../../data/list-courses.ts';
import { filtersOf } from '../../model/list-filters.ts';

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
