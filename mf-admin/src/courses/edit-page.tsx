import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { RecordHistory } from '../records/history/record-history.tsx';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { CourseForm } from './components/course-form.tsx';
import { updateCourse } from './data/update-course.ts';
import type { EditCourseData } from './edit-route.ts';

export function Component() {
  const { id, form } = useLoaderData<EditCourseData>();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="Edit Course" />
      <Settled key={id} value={form} loading={<Loading>Loading...</Loading>}>
        {(result) => {
          if (!result.ok) return <ReadFailed title="Failed to load course" code={result.code} />;
          const { course, categories } = result.data;
          return (
            <>
              <CourseForm
                key={course.updatedAt}
                record={`courses/${course.id}`}
                values={course.values}
                base={course.updatedAt}
                categories={categories}
                save={(values, base) => asStaff((client) => updateCourse(client, course.id, values, base))}
                leave={() => void navigate(addresses.courses)}
              />
              <RecordHistory record={course.id} ofCourse />
            </>
          );
        }}
      </Settled>
    </>
  );
}
