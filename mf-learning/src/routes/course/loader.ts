import { reader } from '@ki/shared/data/clients.ts';
import { settle } from '@ki/shared/data/errors.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { readCourse } from '../../data/read-course.ts';

export function loader({ params: { slug = '' } }: LoaderFunctionArgs) {
  return { slug, course: settle(reader().then((open) => readCourse(open, slug))) };
}

export type CourseData = ReturnType<typeof loader>;
