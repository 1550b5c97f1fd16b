import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData, useNavigate } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { asStaff } from '../records/data/as-staff.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { CourseForm } from './components/course-form.tsx';
import { createCourse } from './data/create-course.ts';
import { NEW_COURSE } from './model/course.ts';
import type { NewCourseData } from './new-route.ts';

export function Component() {
  const { categories } = useLoaderData<NewCourseData>();
  const navigate = useNavigate();
  return (
    <>
      <PageHead title="New Course" />
      <Settled value={categories} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack $gap={5}>
            {!result.ok && <ReadFailed title="The categories could not be loaded." />}
            <CourseForm
              record="courses/new"
              values={NEW_COURSE}
              base={null}
              categories={result.ok ? result.data : []}
              save={(values) => asStaff((client) => createCourse(client, values))}
              leave={() => void navigate(addresses.courses)}
            />
          </Stack>
        )}
      </Settled>
    </>
  );
}
