import type { Result } from '@ki/shared/contract/result.ts';
import { Settled } from '@ki/shared/ui/settled.tsx';
import { Loading } from '@ki/shared/ui/skeleton.tsx';
import { asStaff } from '../../records/data/as-staff.ts';
import { saveRecord } from '../../records/data/records.ts';
import { RecordHistory } from '../../records/history/record-history.tsx';
import { PageHead } from '../../records/page-head.tsx';
import { ReadFailed } from '../../records/read-failed.tsx';
import { LessonForm } from '../components/lesson-form.tsx';
import { type EditableLesson, lesson as kind } from '../lesson-record.ts';
import type { CourseOutline } from '../model/course-outline.ts';

import { StepHead } from './step-head.tsx';
import { useWayBack } from './use-way-back.ts';

export interface EditLessonProps {
  readonly course: CourseOutline;
  readonly lesson: Promise<Result<EditableLesson>>;
}

export function EditLesson({ course, lesson }: EditLessonProps) {
  return (
    <Settled value={lesson} loading={<Loading>Loading...</Loading>}>
      {(result) =>
        result.ok ? (
          <Edited key={result.data.updatedAt} course={course} lesson={result.data} />
        ) : (
          <>
            <PageHead title={kind.texts.edit} />
            <ReadFailed title={kind.texts.readFailed} code={result.code} />
          </>
        )
      }
    </Settled>
  );
}

function Edited({ course, lesson }: { readonly course: CourseOutline; readonly lesson: EditableLesson }) {
  const goBack = useWayBack(course.id);
  const module = course.modules.find(({ lessons }) => lessons.some(({ id }) => id === lesson.id));
  return (
    <>
      <StepHead course={course} at={lesson.id} title={kind.texts.edit} module={module?.title} />
      <LessonForm
        record={`lessons/${lesson.id}`}
        values={lesson.values}
        base={lesson.updatedAt}
        save={(values, base) => asStaff((client) => saveRecord(client, kind, lesson, values, base))}
        leave={() => goBack(lesson.id)}
      />
      <RecordHistory record={lesson.id} />
    </>
  );
}
