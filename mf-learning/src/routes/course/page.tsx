import { Aside, Container, Section } from '@ki/shared/ui/layout.tsx';
import { from } from '@ki/shared/ui/theme.ts';
import { useLoaderData } from 'react-router-dom';
import styled from 'styled-components';
import { CourseHead } from '../../components/course-head.tsx';
import { CourseModules } from '../../components/course-modules.tsx';
import { CourseSide } from '../../components/course-side.tsx';
import { FoundCourse } from '../../components/found-course.tsx';
import type { Course } from '../../model/course.ts';
import type { CourseData } from './route.ts';

export function Component() {
  const { slug, course } = useLoaderData<CourseData>();
  return (
    <FoundCourse key={slug} course={course} missing="Course Not Found">
      {(found) => <CoursePage course={found} />}
    </FoundCourse>
  );
}

const Columns = styled(Aside)`
  ${from.wide} {
    > :first-child {
      grid-area: 1 / 2;
    }
  }
`;

const CoursePage = ({ course }: { course: Course }) => (
  <>
    <CourseHead course={course} />
    <Section $air={7}>
      <Container>
        <Columns>
          <CourseSide course={course} />
          <CourseModules course={course} />
        </Columns>
      </Container>
    </Section>
  </>
);
