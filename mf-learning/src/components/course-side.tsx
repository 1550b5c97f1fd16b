import { paths } from '@ki/shared/contract/paths.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { UsersIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import styled from 'styled-components';
import type { Course } from '../model/course.ts';
import { statusOf } from '../model/progress.ts';
import { CourseFacts } from './course-facts.tsx';
import { CourseProgress } from './course-progress.tsx';
import { Fact } from './fact.tsx';
import { useProgress } from './use-progress.ts';

const Panel = styled.aside`
  display: flex;
  flex-direction: column;
  gap: ${space[5]};
  align-self: start;
  padding: ${space[5]};
  border: 1px solid ${color.line};
  border-radius: ${radius.medium};
  background: ${color.surface};
  box-shadow: ${elevation.raised};

  ${from.wide} {
    position: sticky;
    inset-block-start: ${space[5]};
  }
`;

const Facts = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[1]};

  > div {
    flex-direction: column;
  }
`;

const Note = styled.p`
  color: ${color.muted};
  font-size: ${size.small};
  line-height: 1.45;
`;

const Enrolled = styled.div`
  display: flex;
  color: ${color.muted};
  font-size: ${size.small};
`;

export function CourseSide({ course }: { course: Course }) {
  const done = useProgress(course.id);
  const status = statusOf(course, done);
  return (
    <Panel aria-label="Kurs starten">
      <Facts lang="en">
        <CourseFacts course={course} />
        <Enrolled>
          <Fact icon={<UsersIcon size={17} />}>{plural(course.enrolled, 'enrolled student', 'enrolled students')}</Fact>
        </Enrolled>
      </Facts>
      {status.next && (
        <ButtonLink to={paths.lesson({ courseSlug: course.slug, lessonId: status.next.id })} lang="en">
          {status.done === 0 ? 'Start Learning' : 'Continue Learning'}
        </ButtonLink>
      )}
      <Note lang="en">Registration and authentication coming soon</Note>
      {status.total > 0 && <CourseProgress courseId={course.id} status={status} />}
    </Panel>
  );
}
