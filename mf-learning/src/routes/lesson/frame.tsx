import { from, space, width } from '@ki/shared/ui/theme.ts';
import { Outlet, useLoaderData, useParams } from 'react-router-dom';
import styled from 'styled-components';
import { FoundCourse } from '../../components/found-course.tsx';
import { LessonFooter } from '../../components/lesson-footer.tsx';
import { LessonHead } from '../../components/lesson-head.tsx';
import { LessonSidebar } from '../../components/lesson-sidebar.tsx';
import { type CourseOutline, positionOf } from '../../model/course.ts';
import type { OutlineData } from './route.ts';

const LessonFrame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[5]} ${space[7]};
  inline-size: 100%;
  max-inline-size: calc(${width.page} + 2 * ${space.gutter});
  margin-inline: auto;
  padding: ${space[4]} ${space.gutter} ${space[8]};

  ${from.wide} {
    grid-template-columns: 21rem minmax(0, 1fr);
    padding-block-start: ${space[6]};
  }
`;

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
  const position = positionOf(course, lessonId);
  return (
    <>
      <LessonHead course={course} position={position} />
      <LessonFrame>
        <LessonSidebar course={course} current={lessonId} />
        <div>
          <Outlet />
          {position && <LessonFooter course={course} position={position} />}
        </div>
      </LessonFrame>
    </>
  );
}
