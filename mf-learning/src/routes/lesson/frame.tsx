import { paths } from '@ki/shared/contract/paths.ts';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Link, Outlet, useLoaderData, useParams } from 'react-router-dom';
import { LessonFooter } from '../../components/lesson/lesson-footer.tsx';
import { LessonFrame } from '../../components/lesson/lesson-frame.ts';
import { LessonHead } from '../../components/lesson/lesson-head.tsx';
import { LessonSidebar } from '../../components/lesson/lesson-sidebar.tsx';
import { NotFoundPage } from '../../components/not-found.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import type { CourseOutline } from '../../model/course.ts';
import { placeOf } from '../../model/outline.ts';
import type { OutlineData } from './loader.ts';

/** What stays while one goes from lesson to lesson: the course around it. */
export function Component() {
  const { courseSlug, outline } = useLoaderData<OutlineData>();
  return (
    <Settled key={courseSlug} value={outline} loading={<PageLoading />}>
      {(result) =>
        result.ok ? (
          <CourseAround course={result.data} />
        ) : (
          <NotFoundPage title="Lesson Not Found" failed={result.code !== 'not_found'}>
            <Link to={paths.courses}>Zu allen Online-Kursen</Link>
          </NotFoundPage>
        )
      }
    </Settled>
  );
}

function CourseAround({ course }: { course: CourseOutline }) {
  const { lessonId } = useParams();
  const place = placeOf(course, lessonId);
  return (
    <>
      <LessonHead course={course} place={place} />
      <LessonFrame>
        <LessonSidebar course={course} current={lessonId} />
        <div>
          <Outlet />
          {place && <LessonFooter course={course} place={place} />}
        </div>
      </LessonFrame>
    </>
  );
}
