import { Outlet, useLoaderData, useParams } from 'react-router-dom';
import { FoundCourse } from '../../components/course/found-course.tsx';
import { LessonFooter } from '../../components/lesson/lesson-footer.tsx';
import { LessonFrame } from '../../components/lesson/lesson-frame.ts';
import { LessonHead } from '../../components/lesson/lesson-head.tsx';
import { LessonSidebar } from '../../components/lesson/lesson-sidebar.tsx';
import type { CourseOutline } from '../../model/course.ts';
import { placeOf } from '../../model/outline.ts';
import type { OutlineData } from './loader.ts';

/** What stays while one goes from lesson to lesson: the course around it. */
export function Component() {
  const { courseSlug, outline } = useLoaderData<OutlineData>();
  return (
    <FoundCourse key={courseSlug} course={outline} missing="Lesson Not Found">
      {(course) => <CourseAround course={course} />}
    </FoundCourse>
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
