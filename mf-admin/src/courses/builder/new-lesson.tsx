import { asStaff } from '../../records/data/as-staff.ts';
import { PageHead } from '../../records/page-head.tsx';
import { ReadFailed } from '../../records/read-failed.tsx';
import { LessonForm } from '../components/lesson-form.tsx';
import { createLesson } from '../data/outline-parts.ts';
import { lesson } from '../lesson-record.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import { StepHead } from './step-head.tsx';
import { useWayBack } from './use-way-back.ts';

export interface NewLessonProps {
  readonly course: CourseOutline;
  readonly moduleId: string;
}

export function NewLesson({ course, moduleId }: NewLessonProps) {
  const goBack = useWayBack(course.id);
  const module = course.modules.find(({ id }) => id === moduleId);
  if (!module) {
    return (
      <>
        <PageHead title="New Lesson" />
        <ReadFailed title="There is no such module." code="not_found" />
      </>
    );
  }
  return (
    <>
      <StepHead course={course} at={moduleId} title="New Lesson" module={module.title} />
      <LessonForm
        record={`modules/${moduleId}/lessons/new`}
        values={lesson.initial}
        base={null}
        save={(values) => asStaff((client) => createLesson(client, moduleId, values))}
        leave={() => goBack(moduleId)}
      />
    </>
  );
}
