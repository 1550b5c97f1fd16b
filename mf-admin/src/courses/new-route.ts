import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { RouteObject } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { listCourseCategories } from './data/list-course-categories.ts';

export function loader() {
  return { categories: settle(asStaff(listCourseCategories)) };
}

export type NewCourseData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'New Course', noindex: true }) };

export const newCourseRoute: RouteObject = {
  id: 'admin-new-course',
  path: addresses.newCourse,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-new-course" */ './new-page.tsx'),
};
