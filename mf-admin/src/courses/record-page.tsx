import { addresses } from '../addresses.ts';
import { recordPage } from '../records/record-page.tsx';
import { CourseForm } from './components/course-form.tsx';
import { course } from './course-record.ts';

export const Component = recordPage({
  kind: course,
  Form: CourseForm,
  unread: { beside: [], title: 'The categories could not be loaded.' },
  list: addresses.courses,
  also: () => ({ totalDuration: '00:00:00', enrollmentCount: 0 }),
  isCourse: true,
});
