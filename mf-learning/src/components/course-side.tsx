import { paths } from '@ki/shared/contract/paths.ts';
import { plural } from '@ki/shared/format/plural.ts';
import { Button, ButtonLink } from '@ki/shared/ui/button.tsx';
import { UsersIcon } from '@ki/shared/ui/icons.tsx';
import { color, elevation, from, radius, size, space } from '@ki/shared/ui/theme.ts';
import { useId, useState } from 'react';
import styled from 'styled-components';
import { type Course, type CourseStatus, statusOf } from '../model/course.ts';
import { CourseFacts } from './course-facts.tsx';
import { Fact } from './fact.tsx';
import { readProgress, setDone, useProgress } from './use-progress.ts';

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
        {course.enrolled > 0 && (
          <Enrolled>
            <Fact icon={<UsersIcon size={17} />}>
              {plural(course.enrolled, 'enrolled student', 'enrolled students')}
            </Fact>
          </Enrolled>
        )}
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

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[2]};
  font-size: ${size.small};

  @media (scripting: none) {
    display: none;
  }
`;

const Bar = styled.progress`
  appearance: none;
  inline-size: 100%;
  block-size: 0.5rem;
  border: 0;
  border-radius: ${radius.round};
  overflow: clip;
  background: ${color.sunken};

  &::-webkit-progress-bar {
    background: ${color.sunken};
  }

  &::-webkit-progress-value {
    background: ${color.success};
  }

  &::-moz-progress-bar {
    background: ${color.success};
  }
`;

/** Reserves the button's space while there is no progress. */
const Actions = styled.div`
  min-block-size: 2.25rem;
  margin: 0 0 -0.75rem -0.875rem;
`;

function CourseProgress({ courseId, status: { done, total } }: { courseId: string; status: CourseStatus }) {
  const [dropped, setDropped] = useState<readonly string[]>([]);
  const label = useId();
  function reset() {
    setDropped(readProgress()[courseId] ?? []);
    setDone(courseId, []);
  }
  return (
    <Frame>
      <p id={label} role="status">
        {`${done} von ${total} Lektionen erledigt`}
      </p>
      <Bar aria-labelledby={label} max={total} value={done} />
      <Actions>
        {(done > 0 || dropped.length > 0) && (
          <Button variant="quiet" size="small" onClick={done > 0 ? reset : () => setDone(courseId, dropped)}>
            {done > 0 ? 'Fortschritt zurücksetzen' : 'Zurücksetzen rückgängig machen'}
          </Button>
        )}
      </Actions>
    </Frame>
  );
}
