import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { ButtonLink } from '@ki/shared/ui/button.tsx';
import { ArrowLeftIcon, ArrowRightIcon, EditIcon } from '@ki/shared/ui/icons.tsx';
import { Cluster, Stack } from '@ki/shared/ui/layout.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import styled from 'styled-components';
import { ReadFailed } from '../../kit/failures.tsx';
import { LessonPreview } from '../components/lesson-preview.tsx';
import { searchOfView } from '../model/builder-view.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import type { EditableLesson } from '../outline-record.ts';
import { StepHead } from './builder-head.tsx';

const Sheet = styled(Stack)`
  max-inline-size: 46rem;
`;

export interface PreviewLessonProps {
  readonly course: CourseOutline;
  readonly id: string;
  readonly lesson: Promise<Result<EditableLesson>>;
}

export function PreviewLesson({ course, id, lesson }: PreviewLessonProps) {
  const module = course.modules.find(({ lessons }) => lessons.some((one) => one.id === id));
  return (
    <>
      <StepHead course={course} at={id} title="Lesson Preview" module={module?.title}>
        <ButtonLink
          to={searchOfView({ kind: 'edit-lesson', id })}
          variant="secondary"
          size="small"
          icon={<EditIcon size={18} />}
        >
          Edit
        </ButtonLink>
      </StepHead>
      <Sheet>
        <Settled value={lesson} loading={<Loading>Loading...</Loading>}>
          {(result) =>
            result.ok ? (
              <LessonPreview {...result.data.values} duration={result.data.stored.duration} />
            ) : (
              <ReadFailed title="The lesson could not be loaded." code={result.code} />
            )
          }
        </Settled>
        <Neighbours course={course} id={id} />
      </Sheet>
    </>
  );
}

function Neighbours({ course, id }: Pick<PreviewLessonProps, 'course' | 'id'>) {
  const lessons = course.modules.flatMap((module) => module.lessons);
  const here = lessons.findIndex((one) => one.id === id);
  const before = lessons[here - 1];
  const after = here < 0 ? undefined : lessons[here + 1];
  return (
    <Cluster as="nav" aria-label="Lessons" $justify="space-between">
      {before && (
        <ButtonLink
          to={searchOfView({ kind: 'preview', id: before.id })}
          variant="quiet"
          icon={<ArrowLeftIcon size={18} />}
        >
          <span>
            Previous: <span lang="de">{before.title}</span>
          </span>
        </ButtonLink>
      )}
      {after && (
        <ButtonLink to={searchOfView({ kind: 'preview', id: after.id })} variant="quiet">
          <span>
            Next: <span lang="de">{after.title}</span>
          </span>
          <ArrowRightIcon size={18} />
        </ButtonLink>
      )}
    </Cluster>
  );
}
