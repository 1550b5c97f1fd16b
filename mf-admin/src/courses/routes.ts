import { defineRoute } from '@ki/shared/contract/define-route.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { listRecords } from '../kinds/data/records.ts';
import { settleAsStaff } from '../kit/data/as-staff.ts';
import { listCategories } from '../records/data/categories.ts';
import { loadList, recordRoutes } from '../records/routes.ts';
import { course } from './course-record.ts';
import { type CourseBuilderData, readCourseOutline, readLesson } from './data/outline.ts';
import { type BuilderView, builderViewOf, KINDS } from './model/builder-view.ts';

export const courseRoutes = recordRoutes({
  kind: course,
  name: 'course',
  options: listCategories('course_categories'),
  lazy: () => import(/* webpackChunkName: "admin-course" */ './record-page.tsx'),
  list: {
    title: 'Online Courses',
    loader: loadList((client, page) => listRecords(client, course, { page })),
    lazy: () => import(/* webpackChunkName: "admin-courses" */ './list-page.tsx'),
  },
});

function builderLoader({ request, params: { id = '' } }: LoaderFunctionArgs): CourseBuilderData {
  const view = builderViewOf(new URL(request.url).searchParams);
  const lesson = view.kind === 'edit-lesson' || view.kind === 'preview' ? view.id : null;
  const outline = settleAsStaff((client) => readCourseOutline(client, id));
  const read = lesson === null ? null : settleAsStaff((client) => readLesson(client, id, lesson, outline));
  return { id, view, outline, lesson: read };
}

const TITLES: Readonly<Record<BuilderView['kind'], string>> = {
  outline: 'Course Builder',
  'new-module': 'New Module',
  'edit-module': 'Edit Module',
  'new-lesson': 'New Lesson',
  'edit-lesson': 'Edit Lesson',
  preview: 'Lesson Preview',
};

export const courseBuilderRoute = defineRoute({
  id: 'admin-course-builder',
  path: addresses.courseBuilder.pattern,
  query: KINDS,
  loader: builderLoader,
  head: ({ url }) => ({ title: TITLES[builderViewOf(url.searchParams).kind], noindex: true }),
  lazy: () => import(/* webpackChunkName: "admin-course-builder" */ './builder/page.tsx'),
});
