import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/browser/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { addresses } from '../../addresses.ts';
import { PageFailed } from '../../kit/failures.tsx';
import { RecordHistory } from '../../versions/history/record-history.tsx';
import { LessonForm } from '../components/lesson-form.tsx';
import { operationsOn } from '../data/outline-operations.ts';
import { searchOfView } from '../model/builder-view.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import { type EditableLesson, lesson as kind } from '../outline-record.ts';
import { outlineAt, StepHead } from './builder-head.tsx';

export const EditLesson = ({ course, lesson }: { course: CourseOutline; lesson: Promise<Result<EditableLesson>> }) => (
  <Settled value={lesson} loading={<Loading>Loading...</Loading>}>
    {(result) =>
      result.ok ? (
        <LessonEditor key={result.data.updatedAt} course={course} lesson={result.data} />
      ) : (
        <PageFailed heading={kind.texts.edit} title={kind.texts.readFailed} code={result.code} />
      )
    }
  </Settled>
);

function LessonEditor({ course, lesson }: { readonly course: CourseOutline; readonly lesson: EditableLesson }) {
  const module = course.modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  return (
    <>
      <StepHead course={course} at={lesson.id} title={kind.texts.edit} module={module?.title} />
      <LessonForm
        record={lesson}
        next={outlineAt(course.id, lesson.id)}
        source={operationsOn(course.id, course.draft !== null).lessonSource(lesson.id)}
      />
      {!course.draft && <RecordHistory record={lesson.id} />}
    </>
  );
}

export function NewLesson({ course, moduleId }: { readonly course: CourseOutline; readonly moduleId: string }) {
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) return <PageFailed heading="New Lesson" title="There is no such module." code="not_found" />;
  const { createLesson, lessonsSince } = operationsOn(course.id, course.draft !== null);
  return (
    <>
      <StepHead course={course} at={moduleId} title="New Lesson" module={module.title} />
      <LessonForm
        record={null}
        next={outlineAt(course.id, moduleId)}
        edit={({ id }) => addresses.courseBuilder({ id: course.id }) + searchOfView({ kind: 'edit-lesson', id })}
        creation={{
          key: `modules/${moduleId}/lessons/new`,
          create: (client, values) => createLesson(client, moduleId, values),
          createdSince: (client, moment) => lessonsSince(client, moduleId, moment),
        }}
      />
    </>
  );
}
