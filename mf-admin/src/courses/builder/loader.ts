import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
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
