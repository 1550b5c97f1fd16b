import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { EmptyState } from '@ki/shared/ui/empty-state.tsx';
import { PlusIcon } from '@ki/shared/ui/icons.tsx';
import { Stack } from '@ki/shared/ui/layout.tsx';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { useLoaderData } from 'react-router-dom';
import { addresses } from '../addresses.ts';
import { PageHead } from '../records/page-head.tsx';
import { ReadFailed } from '../records/read-failed.tsx';
import { DataTable } from '../records/table/data-table.tsx';
import { Pages } from '../records/table/pages.tsx';
import { courseColumns } from './course-columns.tsx';
import type { CoursePage } from './data/list-courses.ts';
import type { CoursesData } from './list-route.ts';

const NOTHING: CoursePage = { courses: [], total: 0 };

export function Component() {
  const { page, list } = useLoaderData<CoursesData>();
  return (
    <>
      <PageHead
        title="Online Courses"
        subtitle="All courses, drafts included"
        action={
          <ButtonLink to={addresses.newCourse} icon={<PlusIcon size={18} />}>
            New Course
          </ButtonLink>
        }
      />
      <Settled value={list} loading={<Loading>Loading...</Loading>}>
        {(result) => (
          <Stack>
            {!result.ok && <ReadFailed />}
            <CourseList page={page} list={result.ok ? result.data : NOTHING} />
          </Stack>
        )}
      </Settled>
    </>
  );
}

function CourseList({ page, list }: { readonly page: number; readonly list: CoursePage }) {
  if (list.courses.length === 0 && page === 1) {
    return (
      <EmptyState
        text="No courses yet"
        action={
          <ButtonLink to={addresses.newCourse} variant="secondary">
            Create Your First Course
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      {list.courses.length > 0 && <DataTable label="Online Courses" columns={courseColumns} rows={list.courses} />}
      <Pages page={page} total={list.total} linkTo={(to) => (to > 1 ? `?page=${to}` : '?')} />
    </>
  );
}
