import { addresses } from '../addresses.ts';
import { listCategories } from '../records/data/list-categories.ts';
import { loadRecord } from '../records/record-loader.ts';
import { recordRoutes } from '../records/record-routes.ts';
import { course } from './course-record.ts';

export const courseRoutes = recordRoutes({
  name: 'course',
  paths: { new: addresses.newCourse, edit: addresses.editCourse.pattern },
  texts: course.texts,
  loader: loadRecord(course, listCategories('course_categories')),
  lazy: () => import(/* webpackChunkName: "admin-course" */ './record-page.tsx'),
});
