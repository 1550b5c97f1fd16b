import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listCourseCategories } from './data/list-course-categories.ts';
import { readCourse } from './data/read-course.ts';

export function loader({ params: { id = '' } }: LoaderFunctionArgs) {
  // Together: without its categories the form would lose the course's own.
  const both = asStaff(async (client) => {
    const [course, categories] = await Promise.all([readCourse(client, id), listCourseCategories(client)]);
    return { course, categories };
  });
  return { id, form: settle(both) };
}

export type EditCourseData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Edit Course', noindex: true }) };

export const editCourseRoute: RouteObject = {
  id: 'admin-edit-course',
  path: addresses.editCourse.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-edit-course" */ './edit-page.tsx'),
};
