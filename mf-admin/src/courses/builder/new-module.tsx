import { asStaff } from '../../records/data/as-staff.ts';
import { ModuleForm } from '../components/module-form.tsx';
import { createModule } from '../data/outline-parts.ts';
import type { CourseOutline } from '../model/course-outline.ts';
import { module } from '../module-record.ts';
import { StepHead } from './step-head.tsx';
import { useWayBack } from './use-way-back.ts';

export function NewModule({ course }: { readonly course: CourseOutline }) {
  const goBack = useWayBack(course.id);
  return (
    <>
      <StepHead course={course} at={null} title="New Module" />
      <ModuleForm
        record={`courses/${course.id}/modules/new`}
        values={module.initial}
        base={null}
        save={(values) => asStaff((client) => createModule(client, course.id, values))}
        leave={() => goBack(null)}
      />
    </>
  );
}
