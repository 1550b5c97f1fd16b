import type { RouteHandle } from '@ki/shared/contract/remote-module.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { addresses } from '../../addresses.ts';
import { asStaff } from '../../records/data/as-staff.ts';
import { readLesson } from '../data/outline-parts.ts';
import { readCourseOutline } from '../data/read-course-outline.ts';
import { builderViewOf } from '../model/builder-view.ts';

export function loader({ request, params: { id = '' } }: LoaderFunctionArgs) {
  const view = builderViewOf(new URL(request.url).searchParams);
  const lesson = view.kind === 'edit-lesson' || view.kind === 'preview' ? view.id : null;
  return {
    id,
    view,
    outline: settle(asStaff((client) => readCourseOutline(client, id))),
    lesson: lesson === null ? null : settle(asStaff((client) => readLesson(client, id, lesson))),
  };
}

export type CourseBuilderData = ReturnType<typeof loader>;

const handle: RouteHandle = { head: () => ({ title: 'Course Builder', noindex: true }) };

export const courseBuilderRoute: RouteObject = {
  id: 'admin-course-builder',
  path: addresses.courseBuilder.pattern,
  loader,
  handle,
  lazy: () => import(/* webpackChunkName: "admin-course-builder" */ './page.tsx'),
};
