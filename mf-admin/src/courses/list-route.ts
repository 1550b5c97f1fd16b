import { askedPage } from '@ki/shared/contract/list-page.ts';
import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listCourses } from './data/list-courses.ts';

export function loader({ request }: LoaderFunctionArgs) {
  const page = askedPage(new URL(request.url).searchParams, 'page');
  return { page, list: settle(asStaff((client) => listCourses(client, page))) };
}

export type CoursesData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Online Courses', noindex: true }) };

export const coursesRoute: RouteObject = {
  id: 'admin-courses',
  path: addresses.courses,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-courses" */ './list-page.tsx'),
};
